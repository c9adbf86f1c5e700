import * as z from 'zod/mini'
import { type IncludedResources, isResource } from './included-resources.ts'
import { findRun, firstText, formatPractitionerName, type ReadTarget } from './resource-fields.ts'
import {
  type AppointmentResource,
  locationResource,
  type Participant,
  practitionerResource,
  practitionerRoleResource,
  type Reference,
} from './resources.ts'

type PatientSource = { readonly source: string }

export type PatchOperation = {
  readonly op: 'test' | 'replace' | 'add'
  readonly path: string
  readonly value: string
}

function findType(actor: Reference, contained: readonly unknown[] | undefined): string | null {
  const reference = actor.reference ?? ''
  if (reference.startsWith('#')) return getInner(reference, contained)?.resourceType ?? null
  return /(?:^|\/)([A-Z][A-Za-z]+)\/[^/]+(?:\/_history\/[^/]+)?$/.exec(reference)?.[1] ?? actor.type ?? null
}

function getInner(reference: string, contained: readonly unknown[] | undefined) {
  const id = reference.slice(1)
  return (contained ?? []).filter(isResource).find((one) => one.id.replace(/^#/, '') === id)
}

const isProfessional = (type: string | null) => type === 'Practitioner' || type === 'PractitionerRole'

export function createParticipantsReader(readTarget: ReadTarget) {
  const isThePatient = ({ source }: PatientSource, { actor }: Participant) =>
    readTarget(actor) === `Patient/${source}`

  const typed = ({ participant, contained }: AppointmentResource) =>
    participant.flatMap(({ actor }) => (actor ? [{ actor, type: findType(actor, contained) }] : []))

  function behind<T extends z.ZodMiniType>(
    schema: T,
    actor: Reference | undefined,
    one: AppointmentResource,
    included: IncludedResources,
  ): z.output<T> | undefined {
    if (actor?.reference?.startsWith('#')) {
      const inner = getInner(actor.reference, one.contained)
      const read = z.safeParse(schema, inner && { ...inner, id: inner.id.replace(/^#/, '') })
      return read.success ? read.data : undefined
    }
    return included.get(schema, readTarget(actor))
  }

  /** If no participant is a professional, an actor of unknown type with a name or an identifier counts as one. */
  function professionalActor(one: AppointmentResource) {
    const actors = typed(one)
    return (
      actors.find(({ type }) => isProfessional(type)) ??
      actors.find(({ actor, type }) => type === null && (actor.display ?? actor.identifier) !== undefined)
    )
  }

  return {
    isForPatient: (patient: PatientSource, one: AppointmentResource) =>
      one.participant.some((participant) => isThePatient(patient, participant)),

    hasDeclined: (patient: PatientSource, one: AppointmentResource) =>
      one.participant
        .filter((participant) => isThePatient(patient, participant))
        .every(({ status }) => status === 'declined'),

    targets: (one: AppointmentResource) =>
      typed(one)
        .filter(({ type }) => isProfessional(type) || type === 'Location')
        .map(({ actor }) => readTarget(actor)),

    roleTarget: (one: AppointmentResource, included: IncludedResources) => {
      const found = professionalActor(one)
      if (found?.type !== 'PractitionerRole') return null
      return readTarget(behind(practitionerRoleResource, found.actor, one, included)?.practitioner)
    },

    findProfessional: (one: AppointmentResource, included: IncludedResources) => {
      const found = professionalActor(one)
      const role =
        found?.type === 'PractitionerRole'
          ? behind(practitionerRoleResource, found.actor, one, included)
          : undefined
      const person = role === undefined ? found?.actor : role.practitioner
      const practitioner = behind(practitionerResource, person, one, included)
      const identifiers = [person, found?.actor].flatMap((actor) => actor?.identifier ?? [])
      return {
        rut_professional: findRun(practitioner?.identifier) || findRun(identifiers),
        // An identifier or its assigner is not used as a name.
        doctor_name:
          firstText(found?.actor.display, formatPractitionerName(practitioner), person?.display) ??
          'Profesional por confirmar',
      }
    },

    findPlace: (one: AppointmentResource, included: IncludedResources, unnamedPlace: string) => {
      const place = typed(one).find(({ type }) => type === 'Location')?.actor
      const location = behind(locationResource, place, one, included)
      const name = location?.name ?? place?.display ?? unnamedPlace
      return {
        place_care: location?.partOf?.display ?? name,
        place_detail: location?.description ?? one.patientInstruction ?? name,
      }
    },

    /** Returns the patch that cancels a booked appointment; if it has other patients, it declines this patient's participation. */
    cancellation: (patient: PatientSource, one: AppointmentResource): PatchOperation[] => {
      const isBooked = { op: 'test', path: '/status', value: 'booked' } as const
      const patients = typed(one).filter(({ type }) => type === 'Patient')
      const others = patients.filter(({ actor }) => readTarget(actor) !== `Patient/${patient.source}`)
      if (others.length === 0) return [isBooked, { op: 'replace', path: '/status', value: 'cancelled' }]
      return [
        isBooked,
        ...one.participant.flatMap((participant, index): PatchOperation[] => {
          if (!isThePatient(patient, participant)) return []
          const path = `/participant/${index}`
          return [
            { op: 'test', path: `${path}/actor/reference`, value: participant.actor?.reference ?? '' },
            {
              op: participant.status === undefined ? 'add' : 'replace',
              path: `${path}/status`,
              value: 'declined',
            },
          ]
        }),
      ]
    },
  }
}
