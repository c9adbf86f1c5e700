import { breachEndpoints } from '@mi-portal/contract/breaches'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { showDay, toDay } from '@mi-portal/contract/values/dates'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { formatDisposition, uploadHeaders } from '../../platform/http/headers.ts'
import type { Branding } from '../../platform/mail-layout.ts'
import { describeForPatient } from '../audit-labels/audit-labels.rules.ts'
import { breachMail } from './breaches.mails.ts'
import type { AffectedRow, BreachRow } from './breaches.sql.ts'
import * as breachesSql from './breaches.sql.ts'
import { countPeople, findBreach, searchScope } from './find-breaches.ts'
import { nameAffected, readPeople } from './list-affected.ts'

/** Letters written in one statement. Other requests are answered between two statements. */
const mailsPerStatement = 50
const maxPrintedMails = 10_000

async function queueLetters({ mail }: Context, tx: Queries, row: BreachRow, people: readonly AffectedRow[]) {
  const { nature, effects, measures } = row
  const day = showDay(toDay(row.known_at))
  const letters = people.flatMap(({ mailboxes, person_id, greeting_name }) =>
    mailboxes.map((recipient) => ({
      recipient,
      person_id,
      data: { first_name: greeting_name, nature, effects, measures, day },
    })),
  )
  for (let at = 0; at < letters.length; at += mailsPerStatement)
    await mail.queueAll(tx, breachMail, letters.slice(at, at + mailsPerStatement))
}

export const sendLetters = operation(breachEndpoints.send, async (ctx, { params: { id } }) => {
  const row = await findBreach(ctx, id)
  const { looked } = await searchScope(ctx, row)
  const now = ctx.clock.now()
  const sent = await ctx.db.transaction(async (tx) => {
    const marked = await findRow(tx, breachesSql.markSent, { id, letters_by: ctx.actor.id, now })
    if (marked === null) throw new ApiError('lettersSent')
    let mailed = 0
    let by_post = 0
    for await (const people of readPeople(ctx, tx, row, { until: now, looked })) {
      const mails = people.map(({ mailboxes }) => mailboxes.length)
      const person_ids = people.map(({ person_id }) => person_id)
      await tx.run(breachesSql.storeLetters, { breach_id: id, person_ids, mails })
      await queueLetters(ctx, tx, row, people)
      const reached = mails.filter((count) => count > 0).length
      mailed += reached
      by_post += people.length - reached
    }
    await ctx.audit.add(tx, 'breaches.send', { object: `breach_id=${id}`, detail: { mailed, by_post } })
    return { mailed, by_post }
  })
  return sent
})

function toPrintedLetter({ brand, supportEmail, supportPhone }: Branding, row: BreachRow, one: AffectedRow) {
  return {
    title: `Carta a ${nameAffected(one)}, ${showDocument(one.document_type_id, one.document_number)}`,
    none: '',
    lines: [
      {
        lead: '',
        text: `${brand} le informa de un incidente de seguridad que afecta sus datos personales. Lo conocimos el ${showDay(toDay(row.known_at))}.`,
      },
      { lead: 'Qué ocurrió', text: row.nature },
      { lead: 'Qué efectos puede tener', text: row.effects },
      { lead: 'Qué hicimos', text: row.measures },
      {
        lead: 'Qué datos suyos se vieron o cambiaron',
        text: one.seen.map(([action, times]) => `${describeForPatient(action)} (${times})`).join('; '),
      },
      { lead: 'Dudas', text: `${supportEmail}, ${supportPhone}` },
    ],
  }
}

export const printLetters = operation(breachEndpoints.letters, async (ctx, { params: { id }, reply }) => {
  const row = await findBreach(ctx, id)
  const reviewed = await searchScope(ctx, row)
  if ((await countPeople(ctx, row, reviewed)) > maxPrintedMails)
    throw new ApiError('invalid', {
      param: 'id',
      msg: 'Son más de 10.000 cartas. Prepáralas por partes a partir de la lista en CSV',
    })
  const sections: ReturnType<typeof toPrintedLetter>[] = []
  for await (const people of readPeople(ctx, ctx.db, row, reviewed))
    sections.push(...people.map((one) => toPrintedLetter(ctx.branding, row, one)))
  await ctx.audit.record('breaches.letters', { object: `breach_id=${id}` })
  const { recordPdf } = await import('../../platform/pdf/record-pdf.ts')
  const content = recordPdf({
    title: `Cartas por el incidente ${id}`,
    author: ctx.branding.brand,
    letterhead: await ctx.readLetterhead(),
    madeAt: ctx.clock.now(),
    notes: [],
    sections,
  })
  return reply
    .headers(uploadHeaders)
    .header('content-disposition', formatDisposition('attachment', `cartas-incidente-${id}.pdf`))
    .type('application/pdf')
    .send(content)
})
