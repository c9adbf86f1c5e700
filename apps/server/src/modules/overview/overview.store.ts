import type { Matter } from '@mi-portal/contract/desk'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database } from '../../platform/database/database.ts'
import { type Statement, statement } from '../../platform/database/statement.ts'

type Now = {
  readonly waiting: number
  readonly late: number
  readonly confirmations: number
  readonly survey: number
}

type DayRow = {
  readonly place: number
  readonly hours: number
  readonly accounts: number
  readonly mails_failed: number
  readonly sign_ins_failed: number
}

type MailRow = {
  readonly id: number
  readonly created_at: Date
  readonly subject: string
  readonly recipient: string
  readonly person_id: number | null
  readonly full_name: string | null
  readonly phone: string | null
  readonly state: 'parked' | 'expired'
  readonly attempts: number
  readonly last_error: string | null
}

type SignInRow = {
  readonly id: number
  readonly at: Date
  readonly actor_id: number | null
  readonly actor_role: string
  readonly who: string | null
  readonly detail: unknown
}

type AnswerRow = {
  readonly id: number
  readonly created_at: Date
  readonly suggestion: string
  readonly comment: string
}

type Period = { readonly from: Date; readonly before: Date }

/** The sites to which a member of staff is limited; null: every site. */
type Sites = readonly number[] | null

type PageRows = { readonly limit_rows: number; readonly offset_rows: number }

const now = statement<Now, { now: Date }>(
  'overview.now',
  `select (select count(*)::int from people where status = 3) as waiting,
     (select count(*)::int from people
      where status = 3 and pending_due_at <= :now::timestamptz) as late,
     (select count(*)::int from pending_confirmations c where is_waiting(c) and not has_ended_object(c)) as confirmations,
     (select count(*)::int from survey_answers) as survey`,
)

const requests = statement<{ matter: Matter; waiting: number; late: number }, { now: Date; sites: Sites }>(
  'overview.requests',
  `select matter, count(*)::int as waiting,
     (count(*) filter (where due_at <= :now::timestamptz))::int as late
   from desk_requests where state = 'pendiente'
     and (:sites::int[] is null or site_id is null or site_id = any(:sites::int[]))
   group by matter`,
)

const appointmentsBetween = (from: string, before: string) =>
  `from appointments a where a.state = 'booked' and (:sites::int[] is null or a.office_id = any(:sites::int[])) and a.starts_at >= ${from}::timestamptz
   and a.starts_at < ${before}::timestamptz`
const mailsBetween = (from: string, before: string) =>
  `from outbox o where o.state in ('parked', 'expired') and o.created_at >= ${from}::timestamptz
   and o.created_at < ${before}::timestamptz`
const signInsBetween = (from: string, before: string) =>
  `from audit_events e where e.action = 'session.open' and e.outcome = 'refused'
  and e.at >= ${from}::timestamptz and e.at < ${before}::timestamptz`

const mailsOfPeriod = mailsBetween(':from', ':before')
const signInsOfPeriod = signInsBetween(':from', ':before')

const days = statement<DayRow, { starts: readonly string[]; ends: readonly string[]; sites: Sites }>(
  'overview.days',
  `select d.place::int as place,
     (select count(*)::int ${appointmentsBetween('d.starts', 'd.ends')}) as hours,
     (select count(*)::int from people p where p.date_creation >= d.starts and p.date_creation < d.ends) as accounts,
     (select count(*)::int ${mailsBetween('d.starts', 'd.ends')}) as mails_failed,
     (select count(*)::int ${signInsBetween('d.starts', 'd.ends')}) as sign_ins_failed
   from unnest(:starts::timestamptz[], :ends::timestamptz[]) with ordinality as d (starts, ends, place) order by d.place`,
)

const counting = <Given>(name: string, of: string) =>
  statement<{ count: number }, Given>(
    `overview.count.${name}`,
    `select count(*)::int as count from (select 1 ${of} limit ${exactTotal + 1}) counted`,
  )
const personName = `concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, ''))`

const countMails = counting<Period>('mails', mailsOfPeriod)
const pageMails = statement<MailRow, Period & PageRows>(
  'overview.mails',
  `select o.id, o.created_at, o.subject, o.recipient, o.state, o.attempts, o.last_error, p.id as person_id,
     case when p.id is null then null else ${personName} end as full_name, p.phone
   from (select o.* ${mailsOfPeriod}
     order by o.created_at desc, o.id desc limit :limit_rows::int offset :offset_rows::int) o
   left join people p on p.id = o.person_id order by o.created_at desc, o.id desc`,
)
const countSignIns = counting<Period>('signIns', signInsOfPeriod)
const pageSignIns = statement<SignInRow, Period & PageRows>(
  'overview.signIns',
  `select e.id, e.at, e.actor_id, e.actor_role, case when p.id is null then null else ${personName} end as who, e.detail
   from (select e.* ${signInsOfPeriod} order by e.at desc, e.id desc limit :limit_rows::int offset :offset_rows::int) e
   left join people p on p.id = e.actor_id order by e.at desc, e.id desc`,
)
const countAnswers = counting<object>('survey', 'from survey_answers')
const pageAnswers = statement<AnswerRow, PageRows>(
  'overview.survey',
  `select id, created_at, suggestion, comment from survey_answers
   order by created_at desc, id desc limit :limit_rows::int offset :offset_rows::int`,
)

export function createOverviewStore(db: Database) {
  async function paged<Row, Given extends object>(
    count: Statement<{ count: number }, Given>,
    rows: Statement<Row, Given & PageRows>,
    given: NoInfer<Given>,
    { page, limit }: Page,
  ): Promise<Paged<Row>> {
    const total = (await db.run(count, given))[0]?.count ?? 0
    const found = await db.run(rows, { ...given, limit_rows: limit, offset_rows: (page - 1) * limit })
    return { rows: found, total: Math.min(total, exactTotal), more: total > exactTotal }
  }

  return {
    now: async (at: Date) => (await db.run(now, { now: at }))[0],
    requests: (now: Date, sites: Sites) => db.run(requests, { now, sites }),
    /** Returns the counts of each period, in order. */
    days: (periods: readonly Period[], sites: Sites) =>
      db.run(days, {
        sites,
        starts: periods.map(({ from }) => from.toISOString()),
        ends: periods.map(({ before }) => before.toISOString()),
      }),
    mails: (period: Period, page: Page) => paged(countMails, pageMails, period, page),
    signIns: (period: Period, page: Page) => paged(countSignIns, pageSignIns, period, page),
    survey: (page: Page) => paged(countAnswers, pageAnswers, {}, page),
  }
}

export type OverviewStore = ReturnType<typeof createOverviewStore>
