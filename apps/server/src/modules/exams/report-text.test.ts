/** The text of a report: it is shown before the PDF, and kept from readers wherever the document is. */
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import { expect, test } from 'vitest'
import { buildLink, buildResult } from '../../../test/build.ts'
import { buildExamWithFile } from '../../../test/exams.ts'
import { pdfTexts } from '../../../test/files/pdf-text.ts'
import { startPortal } from '../../../test/portal.ts'

const report_text: ReportBlock[] = [
  { kind: 'heading', level: 1, text: 'Hallazgos' },
  { kind: 'paragraph', text: 'Sin nódulos <b>visibles</b>.' },
  { kind: 'missing', what: 'image', text: 'Corte axial' },
]

async function start(birth = '1990-01-01') {
  const portal = await startPortal()
  const person = await portal.person({ email: 'camila@ejemplo.cl', date_birth: birth })
  const exam = await buildExamWithFile(portal, {
    ...{ patient_id: person.id, type: 'imaging', type_exam: 'Tomografía', report_text },
    ...{ taken_at: new Date('2026-11-25T12:00:00Z'), created_at: new Date('2026-11-26T12:00:00Z') },
  })
  const params = { patientId: person.id, attention_id: exam.id, type: 'imaging' as const }
  /** Opens the exam as a person does, and returns what the viewer shows. */
  const openAs = async (reader: { readonly id: number }) => {
    const { url_file, viewer } = await (await portal.as(reader))(examEndpoints.view, { params })
    if (viewer === 'file') return { viewer, report: null }
    const shown = await portal.anonymous(examEndpoints.resultsByKey, {
      params: { key: url_file.replace('/visor/', '') },
    })
    return { viewer, ...shown }
  }
  const list = async (reader: { readonly id: number }) =>
    (
      await (
        await portal.as(reader)
      )(examEndpoints.listOf, { params: { patientId: person.id }, query: { type: 'imaging' } })
    ).laboratories
  return {
    ...portal,
    build: portal.person,
    person,
    exam,
    params,
    openAs,
    list,
    call: await portal.as(person),
  }
}

test('an image with a text opens in the viewer, with its text and its PDF', async () => {
  const { openAs, person, exam, list, app } = await start()
  expect(await list(person)).toMatchObject([{ has_report_text: true, has_document: true }])
  const shown = await openAs(person)
  expect(shown).toMatchObject({ viewer: 'frame', type: 'imaging', report: report_text, results: [] })
  const { pdf_url = null } = 'pdf_url' in shown ? shown : {}
  expect((await app.inject({ url: pdf_url ?? '' })).body).toBe(`%PDF-1.7 ${exam.id}`)
})

test('an adolescent’s guardian reads no text of an exam with a reserved result or marked «Solo yo»; the adolescent does', async () => {
  const { db, as, build, openAs, person, exam, list } = await start('2011-06-15')
  const mother = await build()
  await buildLink(db, { leader_id: mother.id, member_id: person.id })
  expect((await openAs(mother)).report).toEqual(report_text)
  await buildResult(db, exam, { code: 'A' })
  await buildResult(db, exam, { code: 'VIH', name: 'VIH', reserved_group: 'VIH' })
  expect(await list(mother)).toMatchObject([{ has_report_text: false, has_document: false }])
  expect((await openAs(mother)).report).toEqual([])
  expect((await openAs(person)).report).toEqual(report_text)
  expect(await list(person)).toMatchObject([{ has_report_text: true, has_document: true }])
  await db.ask('delete from exam_results where exam_id = $1', [exam.id])
  const mark = { attention_id: exam.id, type: 'imaging', is_private: true } as const
  await (await as(person))(privateItemEndpoints.markExam, { body: mark })
  await expect(openAs(mother), 'marked «Solo yo»').rejects.toMatchObject({ status: 404 })
  expect((await openAs(person)).report).toEqual(report_text)
})

test('no reader sees the text of an exam with a result that is never shown, without a text, or withdrawn as an error', async () => {
  const { db, openAs, person, exam, list } = await start()
  await buildResult(db, exam, { code: 'A' })
  await buildResult(db, exam, { code: 'B', shown: false })
  expect(await list(person)).toMatchObject([{ has_report_text: false }])
  expect((await openAs(person)).report).toBeNull()
  await db.ask('delete from exam_results')
  await db.ask('update exams set report_text = null where id = $1', [exam.id])
  expect(await list(person)).toMatchObject([{ has_report_text: false }])
  expect((await openAs(person)).viewer).toBe('file')
  await db.ask('update exams set shown = false where id = $1', [exam.id])
  await expect(openAs(person)).rejects.toMatchObject({ status: 404 })
})

test('a recipient of a share reads the text, and no longer after the share ended', async () => {
  const { db, call, params, anonymous } = await start()
  const body = { recipient_email: 'medico@ejemplo.cl', type_relationship: 1 }
  const { share } = await call(examShareEndpoints.send, { params, body })
  const token = /\/compartido\/([\w-]+)/.exec(share.link)?.[1] ?? ''
  const open = () => anonymous(examShareEndpoints.open, { body: { token, code: share.code } })
  expect((await open()).report).toEqual(report_text)
  const unshown = { id: params.attention_id, patient_id: params.patientId, taken_at: new Date() }
  await buildResult(db, unshown, { shown: false })
  expect((await open()).report).toEqual([])
  await call(examShareEndpoints.end, { params: { id: share.id } })
  await expect(open()).rejects.toMatchObject({ status: 410 })
})

test('a copy of the data and the FHIR interface have the text, without markup of its own, and not that of an exam with a result that is never shown', async () => {
  const { db, call, person, exam, makeCopy, fetchAs } = await start()
  const { export: copy } = await call(exportEndpoints.request, { params: { patientId: person.id } })
  await makeCopy()
  const take = async (kind: 'fhir' | 'pdf') =>
    (await fetchAs(person, `/api/exports/${copy.id}/${kind}`)).rawPayload
  expect((await take('fhir')).toString()).toContain(
    JSON.stringify(
      '<div xmlns="http://www.w3.org/1999/xhtml"><h2>Hallazgos</h2><p>Sin nódulos &lt;b&gt;visibles&lt;/b&gt;.</p><p>Aquí el informe tiene una imagen que el portal no puede mostrar. Revisa el PDF. Corte axial</p></div>',
    ),
  )
  const printed = (await pdfTexts(await take('pdf'))).join(' ').replace(/\s+/g, ' ')
  expect(printed).toContain('Hallazgos')
  expect(printed).toContain('Sin nódulos <b>visibles</b>.')

  const read = async () => (await fetchAs(person, `/api/fhir/R4/DiagnosticReport/${exam.id}`)).json()
  expect((await read()).text.div).toContain('<h2>Hallazgos</h2>')
  await buildResult(db, exam, { shown: false })
  expect(await read()).not.toHaveProperty('text')
})
