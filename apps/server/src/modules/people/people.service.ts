/** The accounts table, shared by every domain that deals with a person. */
import { Failure, type Fault } from '@mi-portal/contract/failure'
import type { Patient } from '@mi-portal/contract/people'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf } from '@mi-portal/contract/values/dates'
import { maskEmail } from '@mi-portal/contract/values/email'
import type { Clock } from '../../platform/clock.ts'
import type { Actor, ReachablePatientId } from '../../platform/http/actor.ts'
import { choiceFaults, hasComeOfAge, isMinor, type PersonChoices } from './people.rules.ts'
import type { PeopleStore, Person } from './people.store.ts'

export function peopleService({ store, clock, ages }: { store: PeopleStore; clock: Clock; ages: Ages }) {
  const today = () => dayOf(clock.now())

  /** A person as the wire spells them; a session's temporary key is told by whoever holds the session. */
  function present(person: Person, temporaryKey = false): Patient {
    const { password_hash, opened_as_minor, deleted_at, updated_at, pending_since, ...told } = person
    return {
      ...told,
      email_pending: person.email_pending === null ? null : maskEmail(person.email_pending),
      date_creation: person.date_creation.toISOString(),
      is_a_minor: isMinor(person.date_birth, today(), ages),
      temporary_key_status: temporaryKey,
    }
  }

  return {
    byDocument: store.byDocument,
    byId: store.byId,
    byIds: store.byIds,
    present,
    isMinor: (person: Pick<Person, 'date_birth'>) => isMinor(person.date_birth, today(), ages),
    /**
     * What is wrong with a form's choices: not in the catalogues, hidden there, or not within each other.
     * `keptForecast` is the insurer the person has already, which may be hidden by now.
     */
    choiceFaults: async (choices: PersonChoices, keptForecast: number | null = null): Promise<Fault[]> => {
      const offered = await store.offered(choices, keptForecast)
      if (offered === null) throw new Failure('unavailable')
      return choiceFaults(choices.date_birth, today(), offered)
    },
    hasComeOfAge: (person: Person) => hasComeOfAge(person, today(), ages),

    /** What `actor` may know of a patient they may reach: of another person only staff learn the account's e-mail and phone. */
    read: async (patient: ReachablePatientId, actor: Actor): Promise<Patient> => {
      const person = await store.byId(patient.id)
      const staff = actor.rol !== 'STANDART_ROLE'
      const self = actor.id === patient.id
      // Of a colleague staff administer nothing by this call.
      if (!person || (staff && !self && person.rol !== 'STANDART_ROLE')) throw new Failure('notFound')
      const told = present(person, self && actor.temporaryKey)
      return self || staff ? told : { ...told, email: null, email_pending: null, phone: null }
    },
  }
}

export type PeopleService = ReturnType<typeof peopleService>
