/** One transaction at work: what was told before, and what this bundle's entries become, in the order they need each other. */
import { createHash } from 'node:crypto'
import type { Fault } from '@mi-portal/contract/failure'
import type { InboundDocument, InboundReference } from '@mi-portal/contract/fhir-inbound'
import { isNeverShown } from '@mi-portal/contract/values/never-shown'
import type { Audit } from '../../../platform/audit.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Origin, Service } from '../../../platform/http/actor.ts'
import {
  documentOf,
  examOf,
  type FindTarget,
  faultAt,
  genderIds,
  hourOf,
  type Item,
  keyText,
  measureOf,
  namesOf,
  steadyText,
  type ToldMeasure,
} from '../inbound.rules.ts'
import type { InboundStore, Source, StoredFile } from './inbound.store.ts'

/** What the portal's catalogue says of a measure: its code here, and what the law reserves of it. */
type Analyte = { readonly code: string; readonly reserved_group: string | null }

/** By one of its codes, LOINC's among them. */
export type AnalyteOf = (codes: readonly string[]) => Promise<Analyte | null>

export type Outcome = {
  readonly source: Source
  readonly position: number | null
  readonly state: 'created' | 'changed' | 'same'
  readonly told?: string
}

/** Why a transaction is refused as a whole. */
export class Refused extends Error {
  readonly faults: readonly Fault[]
  readonly isConflict: boolean
  constructor(faults: readonly Fault[], isConflict = false) {
    super('refused')
    this.faults = faults
    this.isConflict = isConflict
  }
}

type ReceivingParts = {
  readonly tx: Queries
  readonly store: InboundStore
  readonly audit: Audit
  readonly analyteOf: AnalyteOf
  readonly service: Service
  readonly origin: Origin
  readonly now: Date
  readonly find: FindTarget
  /** What is known under each name, locked. */
  readonly sources: ReadonlyMap<string, Source>
  /** Stored papers, by the place of their entry. */
  readonly papers: ReadonlyMap<number, StoredFile>
}

const labelGroup = 'ETIQUETA'

function sha(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest()
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}

/** The exam as it is kept: reserved where nothing in it is not, shown where anything in it is. */
function examRow(
  exam: ReturnType<typeof examOf>['exam'],
  rows: readonly { readonly reserved_group: string | null; readonly shown: boolean }[],
) {
  const { isGone, labelled, ...told } = exam
  const groups = new Set(rows.map(({ reserved_group }) => reserved_group))
  const whole = rows.length > 0 && !groups.has(null) ? ([...groups][0] ?? null) : null
  const holdsShown = rows.length === 0 || rows.some(({ shown }) => shown)
  return {
    ...told,
    reserved_group: labelled ? labelGroup : whole,
    shown: !isGone && !isNeverShown(exam.type_exam) && holdsShown,
  }
}

export class Receiving {
  readonly #tx: Queries
  readonly #store: InboundStore
  readonly #audit: Audit
  readonly #analyteOf: AnalyteOf
  readonly #service: Service
  readonly #origin: Origin
  readonly #now: Date
  readonly #find: FindTarget
  readonly #sources: ReadonlyMap<string, Source>
  readonly #papers: ReadonlyMap<number, StoredFile>
  readonly #done = new Map<number, Outcome>()
  /** People and exams by the place of their entry. */
  readonly #numbers = new Map<number, number>()

  constructor(parts: ReceivingParts) {
    this.#tx = parts.tx
    this.#store = parts.store
    this.#audit = parts.audit
    this.#analyteOf = parts.analyteOf
    this.#service = parts.service
    this.#origin = parts.origin
    this.#now = parts.now
    this.#find = parts.find
    this.#sources = parts.sources
    this.#papers = parts.papers
  }

  /** Takes every entry; throws `Refused` for the first that cannot be. Whether there are new results. */
  async all(items: readonly Item[]): Promise<boolean> {
    for (const item of items) await this.#takePatient(item)
    for (const item of items) await this.#takeHour(item)
    let anyNew = false
    for (const item of items) anyNew = (await this.#takeReport(item)) || anyNew
    for (const item of items) await this.#takeDocument(item)
    const orphans = items.filter(
      ({ at, resource }) => resource.resourceType === 'Observation' && !this.#done.has(at),
    )
    if (orphans.length === 0) return anyNew
    throw new Refused(
      orphans.map(({ at }) =>
        faultAt(at, 'resource', 'Ningún informe de la transacción nombra este resultado'),
      ),
    )
  }

  outcomeOf(item: Item): Outcome | undefined {
    return this.#done.get(item.at)
  }

  #sourceOf(item: Item): Source {
    const source = item.key === null ? undefined : this.#sources.get(keyText(item.key))
    if (source === undefined) throw new Error('inbound: a name was not locked')
    return source
  }

  #digestOf(item: Item): Buffer {
    return sha(steadyText(item.resource, this.#find, (data) => sha(data).toString('hex')))
  }

  #isSame(source: Source, digest: Buffer): boolean {
    return source.version > 0 && source.digest !== null && digest.equals(Buffer.from(source.digest))
  }

  async #settle(
    item: Item,
    told: { patient_id: number; target_id: number; position?: number; told_state?: string; digest: Buffer },
    text?: string,
  ): Promise<void> {
    const source = this.#sourceOf(item)
    await this.#store.settle(this.#tx, source.id, told, this.#service.id, this.#now)
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
      action: 'fhir.handedOver',
      patientId: told.patient_id,
      object: `account=${this.#service.id} ${item.resource.resourceType}=${told.target_id}`,
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

  /** Whose it is; what was told of one patient never becomes another's. */
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

  /** Who has an account keeps their own data: a clinic's system changes no name, birth date or mailbox of theirs. */
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
    const added = known === null ? await this.#store.addPerson(this.#tx, document, row, this.#now) : null
    const person = known ?? (await this.#store.person(this.#tx, document))
    if (person === null) throw new Error('inbound: the person is gone')
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
      await this.#store.changePerson(this.#tx, person.id, row, this.#now)
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
    // The patient gave it up here, and the sender has not said so since.
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
    if (source.target_id !== null) await this.#store.changeHour(this.#tx, source.target_id, row, this.#now)
    const target_id = source.target_id ?? (await this.#store.addHour(this.#tx, patient_id, row, this.#now))
    await this.#settle(item, { patient_id, target_id, told_state: hour.state, digest })
  }

  /** The observations that a report names, each an entry of this bundle. */
  #resultsOf(item: Item): Item[] {
    if (item.resource.resourceType !== 'DiagnosticReport') return []
    return (item.resource.result ?? []).map((reference, index) => {
      const target = this.#find(reference)
      if (target?.kind !== 'entry' || target.item.resource.resourceType !== 'Observation')
        throw new Refused([
          faultAt(
            item.at,
            `resource.result[${index}]`,
            'Un informe llega con todos sus resultados en la misma transacción',
          ),
        ])
      return target.item
    })
  }

  async #measuresOf(results: readonly Item[], patientId: number) {
    const faults: Fault[] = []
    const measures: { item: Item; told: ToldMeasure }[] = []
    for (const item of results) {
      if (item.resource.resourceType !== 'Observation') continue
      if ((await this.#ownerOf(item, item.resource.subject, 'resource.subject')) !== patientId)
        faults.push(faultAt(item.at, 'resource.subject', 'Es otro paciente que el del informe'))
      const read = measureOf(item.resource, item.at)
      faults.push(...read.faults)
      measures.push({ item, told: read.measure })
    }
    if (faults.length > 0) throw new Refused(faults)
    return measures.filter(({ told }) => !told.isGone)
  }

  async #takeReport(item: Item): Promise<boolean> {
    if (item.resource.resourceType !== 'DiagnosticReport') return false
    const { faults, exam } = examOf(item.resource, item.at)
    if (exam.taken_at > this.#now)
      faults.push(faultAt(item.at, 'resource.effectiveDateTime', 'Está en el futuro'))
    if (faults.length > 0) throw new Refused(faults)
    const patient_id = await this.#ownerOf(item, item.resource.subject, 'resource.subject')
    const results = this.#resultsOf(item)
    const digests = new Map(results.map((result) => [result.at, this.#digestOf(result)]))
    const digest = sha(Buffer.concat([this.#digestOf(item), ...digests.values()]))
    const source = this.#sourceOf(item)
    const measures = await this.#measuresOf(results, patient_id)
    if (this.#isSame(source, digest)) {
      this.#keep(item, source)
      for (const result of results) this.#keep(result, this.#sourceOf(result))
      return false
    }
    const rows = await Promise.all(measures.map(({ told }, index) => this.#measureRow(told, index + 1)))
    const row = examRow(exam, rows)
    if (source.target_id !== null) await this.#store.changeExam(this.#tx, source.target_id, row)
    const target_id = source.target_id ?? (await this.#store.addExam(this.#tx, patient_id, row, this.#now))
    await this.#store.replaceResults(
      this.#tx,
      { id: target_id, patientId: patient_id, takenAt: exam.taken_at },
      rows,
      results.map((result) => this.#sourceOf(result).id),
    )
    await this.#settleResults(results, measures, { patient_id, target_id, digests })
    const paper = this.#papers.get(item.at)
    const text = await this.#hang(target_id, paper)
    await this.#settle(item, { patient_id, target_id, digest }, text)
    this.#numbers.set(item.at, target_id)
    return source.version === 0
  }

  async #settleResults(
    results: readonly Item[],
    measures: readonly { readonly item: Item }[],
    of: { patient_id: number; target_id: number; digests: ReadonlyMap<number, Buffer> },
  ): Promise<void> {
    const { patient_id, target_id, digests } = of
    for (const [index, { item }] of measures.entries()) {
      const digest = digests.get(item.at)
      if (digest) await this.#settle(item, { patient_id, target_id, position: index + 1, digest })
    }
    for (const item of results) if (!this.#done.has(item.at)) this.#keep(item, this.#sourceOf(item))
  }

  async #measureRow(told: ToldMeasure, position: number) {
    const analyte = await this.#analyteOf([...(told.loinc === null ? [] : [told.loinc]), ...told.codes])
    const { codes, isGone: _, labelled, ...rest } = told
    return {
      ...rest,
      position,
      code: analyte?.code ?? told.loinc ?? codes[0] ?? told.name,
      reserved_group: labelled ? labelGroup : (analyte?.reserved_group ?? null),
      shown: !isNeverShown(told.name),
    }
  }

  /** A paper is whole: with a measure in it that the portal never shows it is not kept. */
  async #hang(examId: number, paper: StoredFile | undefined): Promise<string | undefined> {
    if (await this.#store.holdsUnshown(this.#tx, examId)) {
      await this.#store.dropPaper(this.#tx, examId, this.#now)
      return paper === undefined
        ? undefined
        : 'El documento no se muestra: contiene un resultado que se entrega solo en persona'
    }
    if (paper !== undefined) await this.#store.setPaper(this.#tx, examId, paper, this.#now)
    return undefined
  }

  async #examBehind(document: InboundDocument): Promise<number | null> {
    const target = this.#find(document.context.related[0])
    if (target?.kind === 'entry')
      return target.item.resource.resourceType === 'DiagnosticReport'
        ? (this.#done.get(target.item.at)?.source.target_id ?? null)
        : null
    if (target?.kind === 'source')
      return target.key.type === 'DiagnosticReport'
        ? ((await this.#store.known(this.#tx, target.key))?.target_id ?? null)
        : null
    return target?.kind === 'own' && target.type === 'DiagnosticReport' ? target.id : null
  }

  async #takeDocument(item: Item): Promise<void> {
    if (item.resource.resourceType !== 'DocumentReference') return
    const patient_id = await this.#ownerOf(item, item.resource.subject, 'resource.subject')
    const examId = await this.#examBehind(item.resource)
    if (examId === null || (await this.#store.examPatient(this.#tx, examId)) !== patient_id)
      throw new Refused([
        faultAt(item.at, 'resource.context.related[0]', 'No es un informe de este paciente'),
      ])
    const [source, digest, paper] = [this.#sourceOf(item), this.#digestOf(item), this.#papers.get(item.at)]
    if (this.#isSame(source, digest)) return this.#keep(item, source)
    const text = await this.#hang(examId, paper)
    await this.#settle(item, { patient_id, target_id: examId, digest }, text)
  }
}
