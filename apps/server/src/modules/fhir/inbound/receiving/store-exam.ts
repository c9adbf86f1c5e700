import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '@mi-portal/contract/calls/api-error'
import type { InboundReference } from '@mi-portal/contract/fhir/fhir-inbound'
import { conceptWords } from '@mi-portal/contract/results/fhir/elements'
import { isNeverShown } from '@mi-portal/contract/results/never-shown'
import { plainFromReported } from '@mi-portal/contract/results/plain-result'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import {
  findReservedQuestionnaire,
  type QuestionnaireTest,
  testOfValue,
} from '@mi-portal/contract/results/reserved-questionnaires'
import { decideAnnouncement, type NewMeasure, withEarlier } from '@mi-portal/contract/results/result-versions'
import { findRow } from '../../../../platform/database/database.ts'
import { endSharesOfWithdrawn } from '../../../exams/shares/manage-shares.ts'
import { listCodes } from '../elements.rules.ts'
import { findReportOfExam, forgetResults, listLooseExams } from '../inbound.sql.ts'
import {
  type ReceivedExam,
  type ReceivedMeasure,
  readExam,
  readLooseExam,
  readObservedMeasures,
} from '../received-exam.rules.ts'
import { type Item, issueAt } from '../transaction.rules.ts'
import {
  findOwner,
  getSource,
  hashEntry,
  isSame,
  labelGroup,
  type Receiving,
  RejectedTransaction,
  recordOutcome,
  recordUnchanged,
  sha256,
} from './entry-state.ts'
import { readReportText } from './read-report-text.ts'
import { attachDocument } from './store-document.ts'

type ExamToStore = ReceivedExam & { readonly report_text: readonly ReportBlock[] }

/**
 * Returns the row of an exam. The exam is reserved as a whole if its sender labelled it, if its own codes or name are
 * reserved, if it holds a part of a reserved questionnaire, or if every measure is reserved. The exam is shown unless it was
 * withdrawn, is of a kind that is never shown, or has measures of which none is shown.
 */
function examRow(
  exam: ExamToStore,
  reservedGroup: string | null,
  rows: readonly { readonly reserved_group: string | null; readonly shown: boolean }[],
) {
  const { isGone, labelled, isReleased: _, codes, categories: _categories, ...fields } = exam
  const groups = new Set(rows.map(({ reserved_group }) => reserved_group))
  const whole = rows.length > 0 && !groups.has(null) ? ([...groups][0] ?? null) : null
  const holdsShown = rows.length === 0 || rows.some(({ shown }) => shown)
  return {
    ...fields,
    reserved_group: labelled ? labelGroup : (reservedGroup ?? whole),
    shown: !isGone && !isNeverShown(exam.type_exam, codes) && holdsShown,
  }
}

export function findLooseResults(receiving: Receiving, items: readonly Item[]): Item[] {
  const loose = items.filter(
    ({ at, resource }) => resource.resourceType === 'Observation' && !receiving.outcomes.has(at),
  )
  const members = new Set(loose.flatMap((item) => findMembers(receiving, item).map(({ at }) => at)))
  const heads = loose.filter(({ at }) => !members.has(at))
  // Panels that name each other in a circle have no first one.
  if (heads.length > 0 || loose.length === 0) return heads
  throw new RejectedTransaction(
    loose.map(({ at }) => issueAt(at, 'resource.hasMember', 'Los paneles se nombran en círculo')),
  )
}

function findNamedResults(
  receiving: Receiving,
  item: Item,
  element: string,
  references: readonly InboundReference[],
): Item[] {
  return references.map((reference, index) => {
    const target = receiving.find(reference)
    if (target?.kind !== 'entry' || target.item.resource.resourceType !== 'Observation')
      throw new RejectedTransaction([
        issueAt(
          item.at,
          `resource.${element}[${index}]`,
          'Un informe o panel llega con todos sus resultados en la misma transacción',
        ),
      ])
    return target.item
  })
}

function findMembers(receiving: Receiving, item: Item): Item[] {
  return item.resource.resourceType === 'Observation'
    ? findNamedResults(receiving, item, 'hasMember', item.resource.hasMember ?? [])
    : []
}

function withMembers(receiving: Receiving, results: readonly Item[]): Item[] {
  const found = new Map<number, Item>()
  const add = (item: Item): void => {
    if (found.has(item.at)) return
    found.set(item.at, item)
    for (const member of findMembers(receiving, item)) add(member)
  }
  for (const item of results) add(item)
  return [...found.values()]
}

async function readMeasures(receiving: Receiving, results: readonly Item[], patientId: number) {
  const issues: FieldError[] = []
  const measures: { item: Item; received: ReceivedMeasure }[] = []
  for (const item of results) {
    if (item.resource.resourceType !== 'Observation') continue
    if ((await findOwner(receiving, item, item.resource.subject, 'resource.subject')) !== patientId)
      issues.push(issueAt(item.at, 'resource.subject', 'Es otro paciente que el del informe'))
    const read = readObservedMeasures(item.resource, item.at, receiving.now)
    issues.push(...read.fieldErrors)
    measures.push(...read.measures.map((received) => ({ item, received })))
  }
  if (issues.length > 0) throw new RejectedTransaction(issues)
  return measures
}

export async function storeReport(receiving: Receiving, item: Item): Promise<boolean> {
  if (item.resource.resourceType !== 'DiagnosticReport') return false
  const { fieldErrors, exam } = readExam(item.resource, item.at, receiving.now)
  const text = readReportText(item.resource, item.at)
  const issues = [...fieldErrors, ...text.fieldErrors]
  if (issues.length > 0) throw new RejectedTransaction(issues)
  const patient_id = await findOwner(receiving, item, item.resource.subject, 'resource.subject')
  const results = withMembers(
    receiving,
    findNamedResults(receiving, item, 'result', item.resource.result ?? []),
  )
  return storeExam(receiving, item, { ...exam, report_text: text.blocks }, patient_id, results)
}

const isOfReport = async ({ tx }: Receiving, exam_id: number) =>
  (await findRow(tx, findReportOfExam, { exam_id })) !== null

/** Stores a result without a report as an exam of its own, with the members of its panel. */
export async function storeLooseResult(receiving: Receiving, item: Item): Promise<boolean> {
  if (item.resource.resourceType !== 'Observation') return false
  const patient_id = await findOwner(receiving, item, item.resource.subject, 'resource.subject')
  const codes = (item.resource.code.coding ?? []).flatMap(({ code }) => code ?? [])
  const name =
    conceptWords(item.resource.code) ??
    (await receiving.testCatalogue.findAnalyte(codes))?.name ??
    codes[0] ??
    ''
  const source = getSource(receiving, item)
  if (source.target_id !== null && (await isOfReport(receiving, source.target_id))) {
    if (isSame(source, hashEntry(receiving, item))) return recordLooseUnchanged(receiving, item)
    throw new RejectedTransaction([
      issueAt(item.at, 'resource.identifier', 'Este resultado es de un informe: envía el informe completo'),
    ])
  }
  const { fieldErrors: issues, exam } = readLooseExam(item.resource, item.at, name, receiving.now)
  if (issues.length > 0) throw new RejectedTransaction(issues)
  return storeExam(receiving, item, { ...exam, report_text: [] }, patient_id, withMembers(receiving, [item]))
}

/** Keeps a result that was sent again alone and unchanged in the report that names it. */
function recordLooseUnchanged(receiving: Receiving, item: Item): false {
  for (const one of withMembers(receiving, [item])) recordUnchanged(receiving, one, getSource(receiving, one))
  return false
}

/** Stores an exam with its results. The earlier version of a changed result is kept beside the new one. */
async function storeExam(
  receiving: Receiving,
  item: Item,
  exam: ExamToStore,
  patient_id: number,
  results: readonly Item[],
): Promise<boolean> {
  const { tx, now, events } = receiving
  const { examStorage } = receiving.ports
  const digests = new Map(results.map((result) => [result.at, hashEntry(receiving, result)]))
  const digest = sha256(Buffer.concat([hashEntry(receiving, item), ...digests.values()]))
  const source = getSource(receiving, item)
  const measures = await readMeasures(receiving, results, patient_id)
  if (isSame(source, digest)) {
    recordUnchanged(receiving, item, source)
    for (const result of results) recordUnchanged(receiving, result, getSource(receiving, result))
    return false
  }
  const loose = await findLooseExams(receiving, item, results)
  // A report takes over the exam that was created from its result, so that notifications link to the report.
  const known = source.target_id ?? loose[0] ?? null
  const absorbed = loose.filter((id) => id !== known)
  const before = known === null ? null : await lockExam(receiving, known, absorbed)
  const described = await Promise.all(
    measures.map((one, index) => describeMeasure(receiving, one, index + 1)),
  )
  const { rows, ...changes } = withEarlier(described, before?.results ?? [], now)
  const ownRows = rows.map((one, index) => {
    const item = measures[index]?.item
    return item === undefined ? one : { ...one, source_id: getSource(receiving, item).id }
  })
  const reservedGroup = await receiving.testCatalogue.getReservedGroup({
    codes: exam.codes,
    names: [exam.type_exam],
    categories: exam.categories,
  })
  const row = examRow(exam, reservedGroup ?? findQuestionnaire(results, described), rows)
  if (known !== null) await examStorage.change(tx, known, row)
  const target_id = known ?? (await examStorage.add(tx, patient_id, row, now))
  if (loose.length > 0) await endSharesOfWithdrawn(tx, loose, now)
  if (absorbed.length > 0) {
    await events.examsMerged.announce(tx, { examIds: absorbed, into: target_id })
    await examStorage.takeOverMark(tx, absorbed, target_id)
    await examStorage.remove(tx, absorbed)
  }
  const kept_ids = results.map((result) => getSource(receiving, result).id)
  await tx.run(forgetResults, { exam_id: target_id, kept_ids })
  const target = { id: target_id, patientId: patient_id, takenAt: exam.taken_at }
  await examStorage.replaceResults(tx, target, ownRows)
  const isTextChanged =
    before !== null &&
    before.report_text.length > 0 &&
    !isDeepStrictEqual(before.report_text, exam.report_text)
  const anyChanged = changes.anyChanged || isTextChanged
  const again = before === null ? null : decideAnnouncement(before, exam, { ...changes, anyChanged })
  if (again !== null) await examStorage.announceAgain(tx, target_id, again === 'correction', now)
  const isNowReleased = exam.isReleased && (await examStorage.release(tx, target_id, now))
  const members = results.filter(({ at }) => at !== item.at)
  await recordResultOutcomes(receiving, members, measures, { patient_id, target_id, digests })
  const paper = receiving.papers.get(item.at)
  const text = await attachDocument(receiving, target_id, item, paper)
  const own = measures.findIndex((one) => one.item.at === item.at)
  await recordOutcome(
    receiving,
    item,
    { patient_id, target_id, digest, ...(own === -1 ? {} : { position: own + 1 }) },
    text,
  )
  receiving.targets.set(item.at, target_id)
  return before === null || again !== null || isNowReleased
}

async function findLooseExams(
  receiving: Receiving,
  item: Item,
  results: readonly Item[],
): Promise<readonly number[]> {
  const named = results.filter(({ at }) => at !== item.at)
  if (named.length === 0) return []
  const source_ids = named.map((result) => getSource(receiving, result).id)
  return (await receiving.tx.run(listLooseExams, { source_ids })).map(({ id }) => id)
}

async function lockExam(receiving: Receiving, id: number, absorbed: readonly number[]) {
  const exam = await receiving.ports.examStorage.lock(receiving.tx, id)
  if (exam === null) return null
  const others: (typeof exam.results)[number][] = []
  for (const other of absorbed)
    others.push(...((await receiving.ports.examStorage.lock(receiving.tx, other))?.results ?? []))
  return { ...exam, results: [...exam.results, ...others] }
}

async function recordResultOutcomes(
  receiving: Receiving,
  results: readonly Item[],
  measures: readonly { readonly item: Item }[],
  of: { patient_id: number; target_id: number; digests: ReadonlyMap<number, Buffer> },
): Promise<void> {
  const { patient_id, target_id, digests } = of
  for (const item of results) {
    // The first of the observation's measures; a blood pressure has two.
    const index = measures.findIndex((one) => one.item.at === item.at)
    const digest = digests.get(item.at)
    if (digest === undefined) recordUnchanged(receiving, item, getSource(receiving, item))
    // A panel without a value of its own has no measure.
    else if (index === -1) await recordOutcome(receiving, item, { patient_id, target_id, digest })
    else await recordOutcome(receiving, item, { patient_id, target_id, position: index + 1, digest })
  }
}

function testOfResource({ resource }: Item): QuestionnaireTest {
  if (resource.resourceType !== 'Observation') return { codes: [], names: [] }
  const { text, coding = [] } = resource.code
  const names = [text, ...coding.map(({ display }) => display)].filter((name) => name !== undefined)
  return { codes: listCodes([resource.code]), names }
}

/** Returns the group of a questionnaire of which an exam has an item, a total or an answer: its other rows are as reserved. */
function findQuestionnaire(
  results: readonly Item[],
  rows: readonly Pick<NewMeasure, 'name' | 'loinc' | 'code' | 'reported'>[],
): string | null {
  const tests = [
    ...results.map(testOfResource),
    ...rows.flatMap(({ name, loinc, code, reported }) => [
      { codes: [code, ...(loinc === null ? [] : [loinc])], names: [name] },
      testOfValue(reported),
    ]),
  ]
  return tests.map(findReservedQuestionnaire).find((group) => group !== null) ?? null
}

async function describeMeasure(
  receiving: Receiving,
  { item, received }: { readonly item: Item; readonly received: ReceivedMeasure },
  position: number,
): Promise<NewMeasure> {
  const { codes, loinc, result, taken_at, labelled, element } = received
  const own = codes.map(({ code }) => code)
  const all = loinc === null ? own : [loinc, ...own]
  const analyte = await receiving.testCatalogue.findAnalyte(all)
  const name = received.name ?? analyte?.name ?? own[0] ?? ''
  const value = testOfValue(result)
  // A component is as reserved as its observation.
  const observed = element === '' ? { codes: [], names: [] } : testOfResource(item)
  const reservedGroup = await receiving.testCatalogue.getReservedGroup({
    codes: [...all, ...value.codes, ...observed.codes],
    names: [name, ...value.names, ...observed.names],
    categories: item.resource.resourceType === 'Observation' ? listCodes(item.resource.category) : [],
  })
  return {
    ...plainFromReported(result),
    reported: result,
    name,
    loinc,
    taken_at,
    position,
    code: analyte?.code ?? loinc ?? own[0] ?? name,
    reserved_group: labelled ? labelGroup : reservedGroup,
    shown: !isNeverShown(name, all),
  }
}
