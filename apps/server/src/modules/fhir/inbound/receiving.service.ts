/**
 * Stores the entries of one transaction, in the order in which they depend on each other, on top of what was sent
 * before.
 */
import { createHash } from 'node:crypto'
import { ApiError, type Fault } from '@mi-portal/contract/api-error'
import type { InboundDocument, InboundReference } from '@mi-portal/contract/fhir-inbound'
import { conceptWords } from '@mi-portal/contract/results/fhir/elements'
import { plainFromReported } from '@mi-portal/contract/results/plain-result'
import { announcementOf, type NewMeasure, withEarlier } from '@mi-portal/contract/results/result-versions'
import { isNeverShown } from '@mi-portal/contract/values/never-shown'
import type { Audit } from '../../../platform/audit.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Origin, Service } from '../../../platform/http/actor.ts'
import type { GetReservedGroup } from '../../../ports/clinical-archive.ts'
import type { ExamStorage } from '../../../ports/exam-storage.ts'
import type { NewFile } from '../../../ports/file-records.ts'
import type {
  AppointmentRecords,
  ReceivedAppointment,
} from '../../appointments/appointment-records.service.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import type { PeopleService } from '../../people/people.service.ts'
import {
  comparableText,
  documentOf,
  examOf,
  type FindTarget,
  faultAt,
  genderIds,
  hourOf,
  type Item,
  keyText,
  looseExamOf,
  measuresOf,
  namesOf,
  type ToldExam,
  type ToldMeasure,
} from '../inbound.rules.ts'
import type { InboundStore, Source } from './inbound.store.ts'

/** A measure as the portal's catalogue names it. */
type Analyte = { readonly code: string; readonly name: string }

/** Finds a measure by one of its codes, LOINC included. */
export type AnalyteOf = (codes: readonly string[]) => Promise<Analyte | null>

export type Outcome = {
  readonly source: Source
  readonly position: number | null
  readonly state: 'created' | 'changed' | 'same'
  readonly told?: string
}

/** An error that rejects a transaction as a whole. */
export class Refused extends Error {
  readonly faults: readonly Fault[]
  readonly isConflict: boolean
  constructor(faults: readonly Fault[], isConflict = false) {
    super('refused')
    this.faults = faults
    this.isConflict = isConflict
  }
}

/** Returns whether an account may change what other accounts sent. */
export function mayOverride({ scopes }: Service): boolean {
  return scopes.includes('system/*.override')
}

/** An appointment that a sender cancelled or moved. */
type ReceivedChange = {
  readonly patient_id: number
  readonly kind: 'cancelled' | 'moved'
  readonly old_starts_at: Date
  readonly starts_at: Date
  readonly doctor_name: string
  readonly place: string
  readonly modality: string
  readonly reserved_group: string | null
}

/** A document whose bytes are stored. */
export type StoredDocument = Pick<NewFile, 'key' | 'name' | 'bytes' | 'sha256'>

export type ReceivingParts = {
  readonly tx: Queries
  readonly store: InboundStore
  readonly examStorage: ExamStorage
  readonly appointmentRecords: AppointmentRecords
  readonly accounts: PeopleService['accounts']
  readonly notifications: Pick<NotificationsService, 'moveToExam'>
  /** Stores a cancelled or moved appointment, of which the patient is notified soon. */
  readonly announceChange: (tx: Queries, change: ReceivedChange, now: Date) => Promise<void>
  /** Ends the shares of exams that a report replaces. */
  readonly endSharesOfExams: (tx: Queries, examIds: readonly number[], now: Date) => Promise<void>
  readonly audit: Audit
  readonly analyteOf: AnalyteOf
  readonly getReservedGroup: GetReservedGroup
  readonly service: Service
  readonly origin: Origin
  readonly now: Date
  readonly find: FindTarget
  /** The stored sources by name, locked. */
  readonly sources: ReadonlyMap<string, Source>
  /** Stored documents by the position of their entry. */
  readonly papers: ReadonlyMap<number, StoredDocument>
}

const labelGroup = 'ETIQUETA'

function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest()
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

/**
 * Returns the row of an exam. The exam is reserved as a whole if its sender labelled it, if its own codes or name are
 * reserved, or if every measure is reserved. The exam is shown unless it was withdrawn, is of a kind that is never
 * shown, or has measures of which none is shown.
 */
function examRow(
  exam: ToldExam,
  reservedGroup: string | null,
  rows: readonly { readonly reserved_group: string | null; readonly shown: boolean }[],
) {
  const { isGone, labelled, codes, ...told } = exam
  const groups = new Set(rows.map(({ reserved_group }) => reserved_group))
  const whole = rows.length > 0 && !groups.has(null) ? ([...groups][0] ?? null) : null
  const holdsShown = rows.length === 0 || rows.some(({ shown }) => shown)
  return {
    ...told,
    reserved_group: labelled ? labelGroup : (reservedGroup ?? whole),
    shown: !isGone && !isNeverShown(exam.type_exam, codes) && holdsShown,
  }
}

type HourState = { readonly state: string; readonly starts_at: Date }

/** Returns the change that a patient is notified of: a future appointment was cancelled or moved. Null otherwise. */
function changeOf(before: HourState, after: HourState, now: Date): 'cancelled' | 'moved' | null {
  if (before.state !== 'booked' || before.starts_at <= now) return null
  if (after.state === 'cancelled') return 'cancelled'
  return after.starts_at.getTime() === before.starts_at.getTime() ? null : 'moved'
}

export class Receiving {
  readonly #tx: Queries
  readonly #store: InboundStore
  readonly #examStorage: ExamStorage
  readonly #appointmentRecords: AppointmentRecords
  readonly #accounts: PeopleService['accounts']
  readonly #notifications: ReceivingParts['notifications']
  readonly #announceChange: ReceivingParts['announceChange']
  readonly #endSharesOfExams: ReceivingParts['endSharesOfExams']
  readonly #audit: Audit
  readonly #analyteOf: AnalyteOf
  readonly #getReservedGroup: GetReservedGroup
  readonly #service: Service
  readonly #origin: Origin
  readonly #now: Date
  readonly #find: FindTarget
  readonly #sources: ReadonlyMap<string, Source>
  readonly #papers: ReadonlyMap<number, StoredDocument>
  readonly #done = new Map<number, Outcome>()
  /** People and exams by the position of their entry. */
  readonly #numbers = new Map<number, number>()

  constructor(parts: ReceivingParts) {
    this.#tx = parts.tx
    this.#store = parts.store
    this.#examStorage = parts.examStorage
    this.#appointmentRecords = parts.appointmentRecords
    this.#accounts = parts.accounts
    this.#notifications = parts.notifications
    this.#announceChange = parts.announceChange
    this.#endSharesOfExams = parts.endSharesOfExams
    this.#audit = parts.audit
    this.#analyteOf = parts.analyteOf
    this.#getReservedGroup = parts.getReservedGroup
    this.#service = parts.service
    this.#origin = parts.origin
    this.#now = parts.now
    this.#find = parts.find
    this.#sources = parts.sources
    this.#papers = parts.papers
  }

  /** Stores every entry and returns whether there are new results. Throws `Refused` for the first invalid entry. */
  async all(items: readonly Item[]): Promise<boolean> {
    for (const item of items) await this.#takePatient(item)
    for (const item of items) await this.#takeHour(item)
    let anyNew = false
    for (const item of items) anyNew = (await this.#takeReport(item)) || anyNew
    for (const item of this.#looseResults(items)) anyNew = (await this.#takeLooseResult(item)) || anyNew
    for (const item of items) await this.#takeDocument(item)
    return anyNew
  }

  /** Returns the results that neither a report nor a panel of the transaction names, such as vital signs. */
  #looseResults(items: readonly Item[]): Item[] {
    const loose = items.filter(
      ({ at, resource }) => resource.resourceType === 'Observation' && !this.#done.has(at),
    )
    const members = new Set(loose.flatMap((item) => this.#membersOf(item).map(({ at }) => at)))
    const heads = loose.filter(({ at }) => !members.has(at))
    // Panels that name each other in a circle have no first one.
    if (heads.length > 0 || loose.length === 0) return heads
    throw new Refused(
      loose.map(({ at }) => faultAt(at, 'resource.hasMember', 'Los paneles se nombran en círculo')),
    )
  }

  outcomeOf(item: Item): Outcome | undefined {
    return this.#done.get(item.at)
  }

  #sourceOf(item: Item): Source {
    const source = item.key === null ? undefined : this.#sources.get(keyText(item.key))
    if (source === undefined) throw new Error('inbound: the source of an entry was not locked')
    return source
  }

  #digestOf(item: Item): Buffer {
    return sha256(comparableText(item.resource, this.#find, (data) => sha256(data).toString('hex')))
  }

  #isSame(source: Source, digest: Buffer): boolean {
    return source.version > 0 && source.digest !== null && digest.equals(Buffer.from(source.digest))
  }

  async #settle(
    item: Item,
    told: {
      patient_id: number
      target_id: number | null
      position?: number
      told_state?: string
      digest: Buffer
    },
    text?: string,
    withdrawn?: readonly { readonly exam_id: number; readonly sha256: string }[],
  ): Promise<void> {
    const source = this.#sourceOf(item)
    await this.#store.settle(this.#tx, source.id, told, this.#now)
    const state = source.version === 0 ? 'created' : 'changed'
    this.#done.set(item.at, {
      source: { ...source, ...told, told_state: told.told_state ?? null, version: source.version + 1 },
      position: told.position ?? null,
      state,
      ...(text === undefined ? {} : { told: text }),
    })
    await this.#audit.add(this.#tx, {
      actorId: null,
      actorRole: 'service',
      action: withdrawn === undefined ? 'fhir.handedOver' : 'fhir.documentWithdrawn',
      patientId: told.patient_id,
      object: `account=${this.#service.id} ${item.resource.resourceType}=${told.target_id ?? withdrawn?.[0]?.exam_id ?? '-'}`,
      ...(withdrawn === undefined ? {} : { detail: { version: source.version + 1, withdrawn } }),
      origin: this.#origin,
    })
  }

  #keep(item: Item, source: Source, text?: string): void {
    this.#done.set(item.at, {
      source,
      position: source.position,
      state: 'same',
      ...(text === undefined ? {} : { told: text }),
    })
  }

  async #patientBehind(reference: InboundReference | undefined): Promise<number | null> {
    const target = this.#find(reference)
    if (target?.kind === 'entry') return this.#numbers.get(target.item.at) ?? null
    if (target?.kind === 'source')
      return target.key.type === 'Patient'
        ? ((await this.#store.known(this.#tx, target.key))?.patient_id ?? null)
        : null
    if (target?.kind === 'own')
      return target.type === 'Patient' && (await this.#store.isPatient(this.#tx, target.id))
        ? target.id
        : null
    const document = reference?.identifier === undefined ? null : documentOf([reference.identifier])
    const person = document && (await this.#store.person(this.#tx, document))
    return person?.rol === 'STANDART_ROLE' ? person.id : null
  }

  /** Returns the patient of an entry. Data sent for one patient never become another's. */
  async #ownerOf(item: Item, reference: InboundReference | undefined, element: string) {
    const patientId = await this.#patientBehind(reference)
    if (patientId === null)
      throw new Refused([
        faultAt(item.at, element, 'No conocemos a este paciente: envíalo en la misma transacción o antes'),
      ])
    const before = this.#sourceOf(item).patient_id
    if (before !== null && before !== patientId)
      throw new Refused([faultAt(item.at, element, 'Este identificador ya es de otro paciente')], true)
    return patientId
  }

  /**
   * Stores a patient. The data of a person with an account stay: a clinic's system changes no name, birth date or
   * mailbox of theirs.
   */
  async #takePatient(item: Item): Promise<void> {
    if (item.resource.resourceType !== 'Patient') return
    const document = documentOf(item.resource.identifier)
    if (document === null)
      throw new Refused([
        faultAt(item.at, 'resource.identifier', 'Falta un RUN o pasaporte válido con el tipo de CL Core'),
      ])
    const { birthDate, gender } = item.resource
    const row = {
      ...namesOf(item.resource),
      date_birth: birthDate ?? null,
      gender_id: gender === undefined ? null : genderIds[gender],
    }
    if (row.first_name === '' || row.last_name === '')
      throw new Refused([faultAt(item.at, 'resource.name', 'Faltan nombres o apellido')])
    const known = await this.#store.person(this.#tx, document)
    const added = known === null ? await this.#accounts.addKnown(this.#tx, document, row, this.#now) : null
    const person = known ?? (await this.#store.person(this.#tx, document))
    if (person === null) throw new Error('inbound: the patient of an entry does not exist any more')
    if (person.rol !== 'STANDART_ROLE')
      throw new Refused(
        [faultAt(item.at, 'resource.identifier', 'Este documento no es de un paciente')],
        true,
      )
    const source = this.#sourceOf(item)
    if (source.patient_id !== null && source.patient_id !== person.id)
      throw new Refused(
        [faultAt(item.at, 'resource.identifier', 'Este identificador ya es de otro paciente')],
        true,
      )
    this.#numbers.set(item.at, person.id)
    const digest = this.#digestOf(item)
    if (this.#isSame(source, digest)) return this.#keep(item, source)
    if (added === null && person.without_account)
      await this.#accounts.changeKnown(this.#tx, person.id, row, this.#now)
    const text =
      person.without_account || added !== null ? undefined : 'El paciente tiene cuenta: sus datos no cambian'
    await this.#settle(item, { patient_id: person.id, target_id: person.id, digest }, text)
  }

  async #takeHour(item: Item): Promise<void> {
    if (item.resource.resourceType !== 'Appointment') return
    const { faults, hour, patient } = hourOf(item.resource, item.at)
    const office = await this.#store.office(this.#tx, hour.office)
    if (office === null && hour.office !== '')
      faults.push(faultAt(item.at, 'resource.participant', `No hay una sede ${hour.office}`))
    if (faults.length > 0 || office === null) throw new Refused(faults)
    const patient_id = await this.#ownerOf(item, patient, 'resource.participant')
    const [source, digest] = [this.#sourceOf(item), this.#digestOf(item)]
    const before = source.target_id === null ? null : await this.#store.hour(this.#tx, source.target_id)
    // The patient cancelled in the portal, and the sender has not reported the cancellation since.
    const givenUp = before?.state === 'cancelled' && source.told_state === 'booked'
    const text = givenUp ? 'El paciente canceló esta hora en el portal' : undefined
    if (this.#isSame(source, digest)) return this.#keep(item, source, text)
    if (givenUp && hour.state === 'booked')
      throw new Refused(
        [faultAt(item.at, 'resource.status', 'El paciente canceló esta hora en el portal')],
        true,
      )
    const { codes, reserved, office: _, ...told } = hour
    const words = [...codes, told.specialty].map(folded)
    const specialty = (await this.#store.specialties(this.#tx)).find(
      ({ code, name }) => words.includes(String(code)) || words.includes(folded(name)),
    )
    const row = {
      ...told,
      specialty_code: specialty?.code ?? 0,
      office_id: office.id,
      place_care: office.name,
      place_detail: told.place_detail || office.name,
      reserved_group: reserved ? labelGroup : (specialty?.reserved_group ?? null),
    }
    if (source.target_id !== null)
      await this.#appointmentRecords.changeReceived(this.#tx, source.target_id, row, this.#now)
    await this.#noteChange(patient_id, before, row)
    const target_id =
      source.target_id ?? (await this.#appointmentRecords.addReceived(this.#tx, patient_id, row, this.#now))
    await this.#settle(item, { patient_id, target_id, told_state: hour.state, digest })
  }

  /** Stores a change that the patient has to be notified of. */
  async #noteChange(patientId: number, before: HourState | null, row: ReceivedAppointment): Promise<void> {
    const kind = before === null ? null : changeOf(before, row, this.#now)
    if (before === null || kind === null) return
    const place = row.place_detail.startsWith(row.place_care)
      ? row.place_detail
      : `${row.place_care}, ${row.place_detail}`
    const change = {
      patient_id: patientId,
      kind,
      old_starts_at: before.starts_at,
      starts_at: row.starts_at,
      doctor_name: row.doctor_name,
      place,
      modality: row.modality,
      reserved_group: row.reserved_group,
    }
    await this.#announceChange(this.#tx, change, this.#now)
  }

  /** Returns the observations that these references name, each an entry of this bundle. */
  #resultsNamed(item: Item, element: string, references: readonly InboundReference[]): Item[] {
    return references.map((reference, index) => {
      const target = this.#find(reference)
      if (target?.kind !== 'entry' || target.item.resource.resourceType !== 'Observation')
        throw new Refused([
          faultAt(
            item.at,
            `resource.${element}[${index}]`,
            'Un informe o panel llega con todos sus resultados en la misma transacción',
          ),
        ])
      return target.item
    })
  }

  #membersOf(item: Item): Item[] {
    return item.resource.resourceType === 'Observation'
      ? this.#resultsNamed(item, 'hasMember', item.resource.hasMember ?? [])
      : []
  }

  /**
   * Returns these results with the members of their panels at any depth, each once and after the panel that names it.
   */
  #withMembers(results: readonly Item[]): Item[] {
    const found = new Map<number, Item>()
    const add = (item: Item): void => {
      if (found.has(item.at)) return
      found.set(item.at, item)
      for (const member of this.#membersOf(item)) add(member)
    }
    for (const item of results) add(item)
    return [...found.values()]
  }

  async #measuresOf(results: readonly Item[], patientId: number) {
    const faults: Fault[] = []
    const measures: { item: Item; told: ToldMeasure }[] = []
    for (const item of results) {
      if (item.resource.resourceType !== 'Observation') continue
      if ((await this.#ownerOf(item, item.resource.subject, 'resource.subject')) !== patientId)
        faults.push(faultAt(item.at, 'resource.subject', 'Es otro paciente que el del informe'))
      const read = measuresOf(item.resource, item.at, this.#now)
      faults.push(...read.faults)
      measures.push(...read.measures.map((told) => ({ item, told })))
    }
    if (faults.length > 0) throw new Refused(faults)
    return measures
  }

  async #takeReport(item: Item): Promise<boolean> {
    if (item.resource.resourceType !== 'DiagnosticReport') return false
    const { faults, exam } = examOf(item.resource, item.at, this.#now)
    if (faults.length > 0) throw new Refused(faults)
    const patient_id = await this.#ownerOf(item, item.resource.subject, 'resource.subject')
    const results = this.#withMembers(this.#resultsNamed(item, 'result', item.resource.result ?? []))
    return this.#takeExam(item, exam, patient_id, results)
  }

  /** Stores a result without a report as an exam of its own, with the members of its panel. */
  async #takeLooseResult(item: Item): Promise<boolean> {
    if (item.resource.resourceType !== 'Observation') return false
    const patient_id = await this.#ownerOf(item, item.resource.subject, 'resource.subject')
    const codes = (item.resource.code.coding ?? []).flatMap(({ code }) => code ?? [])
    const name = conceptWords(item.resource.code) ?? (await this.#analyteOf(codes))?.name ?? codes[0] ?? ''
    const source = this.#sourceOf(item)
    if (source.target_id !== null && (await this.#store.isOfReport(this.#tx, source.target_id))) {
      if (this.#isSame(source, this.#digestOf(item))) return this.#keepLoose(item)
      throw new Refused([
        faultAt(item.at, 'resource.identifier', 'Este resultado es de un informe: envía el informe completo'),
      ])
    }
    const { faults, exam } = looseExamOf(item.resource, item.at, name, this.#now)
    if (faults.length > 0) throw new Refused(faults)
    return this.#takeExam(item, exam, patient_id, this.#withMembers([item]))
  }

  /** Keeps a result that was sent again alone and unchanged in the report that names it. */
  #keepLoose(item: Item): false {
    for (const one of this.#withMembers([item])) this.#keep(one, this.#sourceOf(one))
    return false
  }

  /** Stores an exam with its results. The earlier version of a changed result is kept beside the new one. */
  async #takeExam(
    item: Item,
    exam: ToldExam,
    patient_id: number,
    results: readonly Item[],
  ): Promise<boolean> {
    const digests = new Map(results.map((result) => [result.at, this.#digestOf(result)]))
    const digest = sha256(Buffer.concat([this.#digestOf(item), ...digests.values()]))
    const source = this.#sourceOf(item)
    const measures = await this.#measuresOf(results, patient_id)
    if (this.#isSame(source, digest)) {
      this.#keep(item, source)
      for (const result of results) this.#keep(result, this.#sourceOf(result))
      return false
    }
    const loose = await this.#looseExamsOf(item, results)
    // A report takes over the exam that was created from its result, so that notifications link to the report.
    const known = source.target_id ?? loose[0] ?? null
    const absorbed = loose.filter((id) => id !== known)
    const before = known === null ? null : await this.#lockExam(known, absorbed)
    const told = await Promise.all(measures.map((one, index) => this.#measureRow(one.told, index + 1)))
    const { rows, ...changes } = withEarlier(told, before?.results ?? [], this.#now)
    const ownRows = rows.map((one, index) => {
      const item = measures[index]?.item
      return item === undefined ? one : { ...one, source_id: this.#sourceOf(item).id }
    })
    const reservedGroup = await this.#getReservedGroup({ codes: exam.codes, names: [exam.type_exam] })
    const row = examRow(exam, reservedGroup, rows)
    if (known !== null) await this.#examStorage.change(this.#tx, known, row)
    const target_id = known ?? (await this.#examStorage.add(this.#tx, patient_id, row, this.#now))
    if (loose.length > 0) await this.#endSharesOfExams(this.#tx, loose, this.#now)
    if (absorbed.length > 0) {
      await this.#notifications.moveToExam(this.#tx, absorbed, target_id)
      await this.#examStorage.remove(this.#tx, absorbed)
    }
    await this.#store.forgetResults(
      this.#tx,
      target_id,
      results.map((result) => this.#sourceOf(result).id),
    )
    await this.#examStorage.replaceResults(
      this.#tx,
      { id: target_id, patientId: patient_id, takenAt: exam.taken_at },
      ownRows,
    )
    const again = before === null ? null : announcementOf(before, exam, changes)
    if (again !== null)
      await this.#examStorage.announceAgain(this.#tx, target_id, again === 'correction', this.#now)
    const members = results.filter(({ at }) => at !== item.at)
    await this.#settleResults(members, measures, { patient_id, target_id, digests })
    const paper = this.#papers.get(item.at)
    const text = await this.#hang(target_id, item, paper)
    const own = measures.findIndex((one) => one.item.at === item.at)
    await this.#settle(
      item,
      { patient_id, target_id, digest, ...(own === -1 ? {} : { position: own + 1 }) },
      text,
    )
    this.#numbers.set(item.at, target_id)
    return before === null || again !== null
  }

  /** Returns the exams that the results of a report were before the report named them. */
  async #looseExamsOf(item: Item, results: readonly Item[]): Promise<readonly number[]> {
    if (item.resource.resourceType !== 'DiagnosticReport') return []
    return this.#store.looseExams(
      this.#tx,
      results.map((result) => this.#sourceOf(result).id),
    )
  }

  /** Returns a stored exam with its results, and with those of other exams that it takes over. */
  async #lockExam(id: number, absorbed: readonly number[]) {
    const exam = await this.#examStorage.lock(this.#tx, id)
    if (exam === null) return null
    const others: (typeof exam.results)[number][] = []
    for (const other of absorbed)
      others.push(...((await this.#examStorage.lock(this.#tx, other))?.results ?? []))
    return { ...exam, results: [...exam.results, ...others] }
  }

  async #settleResults(
    results: readonly Item[],
    measures: readonly { readonly item: Item }[],
    of: { patient_id: number; target_id: number; digests: ReadonlyMap<number, Buffer> },
  ): Promise<void> {
    const { patient_id, target_id, digests } = of
    for (const item of results) {
      // The first of the observation's measures; a blood pressure has two.
      const index = measures.findIndex((one) => one.item.at === item.at)
      const digest = digests.get(item.at)
      if (index === -1 || digest === undefined) this.#keep(item, this.#sourceOf(item))
      else await this.#settle(item, { patient_id, target_id, position: index + 1, digest })
    }
  }

  async #measureRow(told: ToldMeasure, position: number): Promise<NewMeasure> {
    const { codes, loinc, result, taken_at, labelled } = told
    const own = codes.map(({ code }) => code)
    const all = loinc === null ? own : [loinc, ...own]
    const analyte = await this.#analyteOf(all)
    const name = told.name ?? analyte?.name ?? own[0] ?? ''
    const reservedGroup = await this.#getReservedGroup({ codes: all, names: [name] })
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

  /**
   * Attaches a document to an exam. A document shows the whole exam, so if the exam has a measure that the portal never
   * shows, the document is not attached and the exam's earlier documents are removed.
   */
  async #hang(examId: number, item: Item, paper: StoredDocument | undefined): Promise<string | undefined> {
    const { id } = this.#sourceOf(item)
    if (await this.#store.holdsUnshown(this.#tx, examId)) {
      // A document that was sent for another report before is removed there.
      if (paper !== undefined) await this.#examStorage.withdrawDocument(this.#tx, id, this.#now)
      await this.#examStorage.removeDocuments(this.#tx, examId, this.#now)
      return paper === undefined
        ? undefined
        : 'El documento no se muestra: contiene un resultado que se entrega solo en persona'
    }
    if (paper !== undefined)
      await this.#examStorage.addDocument(this.#tx, { examId, sourceId: id }, paper, this.#now)
    return undefined
  }

  async #examBehind(document: InboundDocument, at: number): Promise<number | null> {
    const target = this.#find(document.context?.related[0])
    if (target?.kind === 'entry')
      return target.item.resource.resourceType === 'DiagnosticReport'
        ? (this.#done.get(target.item.at)?.source.target_id ?? null)
        : null
    if (target?.kind === 'source') {
      const source =
        target.key.type === 'DiagnosticReport' ? await this.#store.known(this.#tx, target.key) : null
      if (source !== null && source.account_id !== this.#service.id && !mayOverride(this.#service))
        throw new ApiError('forbidden', {
          faults: [faultAt(at, 'resource.context.related[0]', 'Este informe es de otra cuenta de servicio')],
        })
      return source?.target_id ?? null
    }
    if (target?.kind !== 'own' || target.type !== 'DiagnosticReport') return null
    // An exam of another account is answered like one that does not exist.
    const isOwn =
      mayOverride(this.#service) || (await this.#store.ownsExam(this.#tx, target.id, this.#service.id))
    return isOwn ? target.id : null
  }

  async #takeDocument(item: Item): Promise<void> {
    if (item.resource.resourceType !== 'DocumentReference') return
    const patient_id = await this.#ownerOf(item, item.resource.subject, 'resource.subject')
    if (item.resource.status !== 'current') return this.#withdrawDocument(item, patient_id)
    const examId = await this.#examBehind(item.resource, item.at)
    if (examId === null || (await this.#store.examPatient(this.#tx, examId)) !== patient_id)
      throw new Refused([
        faultAt(item.at, 'resource.context.related[0]', 'No es un informe de este paciente'),
      ])
    const [source, digest, paper] = [this.#sourceOf(item), this.#digestOf(item), this.#papers.get(item.at)]
    if (this.#isSame(source, digest)) return this.#keep(item, source)
    const text = await this.#hang(examId, item, paper)
    await this.#settle(item, { patient_id, target_id: examId, digest }, text)
  }

  /** Removes a document that its sender withdrew. The audit log keeps its version and the hash of its bytes. */
  async #withdrawDocument(item: Item, patient_id: number): Promise<void> {
    const [source, digest] = [this.#sourceOf(item), this.#digestOf(item)]
    if (this.#isSame(source, digest)) return this.#keep(item, source)
    const withdrawn = await this.#examStorage.withdrawDocument(this.#tx, source.id, this.#now)
    const text = withdrawn.length > 0 ? 'El documento se retiró' : 'No había un documento que retirar'
    await this.#settle(item, { patient_id, target_id: null, digest }, text, withdrawn)
  }
}
