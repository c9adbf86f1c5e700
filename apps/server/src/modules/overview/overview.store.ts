import type { Matter } from '@mi-portal/contract/desk'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database } from '../../platform/database/database.ts'
import { type Statement, statement } from '../../platform/database/statement.ts'

type Now = {
  readonly waiting: number
  readonly late: number
  readonly survey: number
}

type DayRow = {
  readonly place: number
  readonly hours: number
  readonly accounts: number
  readonly mails_failed: number
  readonly sign_ins_failed: number
}

type HourRow = {
  readonly id: number
  readonly starts_at: Date
  readonly patient_id: number
  readonly patient_full_name: string
  readonly doctor_name: string
  readonly place: string
}

type MailRow = {
  readonly id: number
  readonly created_at: Date
  readonly subject: string
  readonly recipient: string
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

const now = statement<Now>(
  'overview.now',
  `select (select count(*)::int from people where status = 3) as waiting,
     (select count(*)::int from people
      where status = 3 and coalesce(pending_since, date_creation) <= $1::timestamptz) as late,
     (select count(*)::int from survey_answers) as survey`,
)

const requests = statement<{ matter: Matter; waiting: number; late: number }>(
  'overview.requests',
  `select matter, count(*)::int as waiting,
     (count(*) filter (where coalesce(due_at <= $2::timestamptz, created_at <= $1::timestamptz)))::int as late
   from desk_requests where state = 'pendiente' group by matter`,
)

const hoursBetween = `from appointments a where a.state = 'booked' and a.starts_at >= $1::timestamptz and a.starts_at < $2::timestamptz`
const mailsBetween = `from outbox o where o.state in ('parked', 'expired') and o.created_at >= $1::timestamptz and o.created_at < $2::timestamptz`
const signInsBetween = `from audit_events e where e.action = 'session.open' and e.outcome = 'refused'
  and e.at >= $1::timestamptz and e.at < $2::timestamptz`

const inDay = (text: string) =>
  text.replace('$1::timestamptz', 'd.starts').replace('$2::timestamptz', 'd.ends')
const days = statement<DayRow>(
  'overview.days',
  `select d.place::int as place,
     (select count(*)::int ${inDay(hoursBetween)}) as hours,
     (select count(*)::int from people p where p.date_creation >= d.starts and p.date_creation < d.ends) as accounts,
     (select count(*)::int ${inDay(mailsBetween)}) as mails_failed,
     (select count(*)::int ${inDay(signInsBetween)}) as sign_ins_failed
   from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as d (starts, ends, place) order by d.place`,
)

const counting = (name: string, of: string) =>
  statement<{ count: number }>(
    `overview.count.${name}`,
    `select count(*)::int as count from (select 1 ${of} limit ${exactTotal + 1}) counted`,
  )
const personName = `concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, ''))`

const countHours = counting('hours', hoursBetween)
const pageHours = statement<HourRow>(
  'overview.hours',
  `select a.id, a.starts_at, a.patient_id, ${personName} as patient_full_name, a.doctor_name,
     a.place_detail as place
   from (select a.* ${hoursBetween} order by a.starts_at, a.id limit $3::int offset $4::int) a
   join people p on p.id = a.patient_id order by a.starts_at, a.id`,
)
const countMails = counting('mails', mailsBetween)
const pageMails = statement<MailRow>(
  'overview.mails',
  `select o.id, o.created_at, o.subject, o.recipient, o.state, o.attempts, o.last_error ${mailsBetween}
   order by o.created_at desc, o.id desc limit $3::int offset $4::int`,
)
const countSignIns = counting('signIns', signInsBetween)
const pageSignIns = statement<SignInRow>(
  'overview.signIns',
  `select e.id, e.at, e.actor_id, e.actor_role, case when p.id is null then null else ${personName} end as who, e.detail
   from (select e.* ${signInsBetween} order by e.at desc, e.id desc limit $3::int offset $4::int) e
   left join people p on p.id = e.actor_id order by e.at desc, e.id desc`,
)
const countAnswers = counting('survey', 'from survey_answers')
const pageAnswers = statement<AnswerRow>(
  'overview.survey',
  `select id, created_at, suggestion, comment from survey_answers
   order by created_at desc, id desc limit $1::int offset $2::int`,
)

type Period = { readonly from: Date; readonly before: Date }

export function overviewStore(db: Database) {
  async function paged<Row>(
    count: Statement<{ count: number }>,
    rows: Statement<Row>,
    period: readonly Date[],
    { page, limit }: Page,
  ): Promise<Paged<Row>> {
    const total = (await db.run(count, period))[0]?.count ?? 0
    const found = await db.run(rows, [...period, limit, (page - 1) * limit])
    return { rows: found, total: Math.min(total, exactTotal), more: total > exactTotal }
  }
  const within = ({ from, before }: Period) => [from, before]

  return {
    now: async (lateSince: Date) => (await db.run(now, [lateSince]))[0],
    requests: (lateSince: Date, now: Date) => db.run(requests, [lateSince, now]),
    /** Counts of each period, in their order. */
    days: (periods: readonly Period[]) =>
      db.run(days, [
        periods.map(({ from }) => from.toISOString()),
        periods.map(({ before }) => before.toISOString()),
      ]),
    hours: (period: Period, page: Page) => paged(countHours, pageHours, within(period), page),
    mails: (period: Period, page: Page) => paged(countMails, pageMails, within(period), page),
    signIns: (period: Period, page: Page) => paged(countSignIns, pageSignIns, within(period), page),
    survey: (page: Page) => paged(countAnswers, pageAnswers, [], page),
  }
}

export type OverviewStore = ReturnType<typeof overviewStore>
