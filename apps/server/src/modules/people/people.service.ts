/** Reads and writes the accounts of people for every domain that deals with a person. */

import { ApiError, type FieldError } from '@mi-portal/contract/api-error'
import type { Patient } from '@mi-portal/contract/people'
import { personFieldNames, pickFields } from '@mi-portal/contract/person-fields'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import { cleanCountry, type DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { maskEmail } from '@mi-portal/contract/values/email'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, AuthorizedPatient } from '../../platform/http/actor.ts'
import type { AccountsStore } from './accounts/accounts.store.ts'
import { keyErrorOf } from './email.rules.ts'
import { createEmailVerificationService } from './email-verification.service.ts'
import {
  choiceErrors,
  crossesAgeLimit,
  isAdolescent,
  isMinor,
  type OpenedAt,
  openedAt,
  outgrownStep,
  type PersonChoices,
  reopenedAt,
} from './people.rules.ts'
import type { Person } from './people.sql.ts'
import * as peopleSql from './people.sql.ts'

export type { OwnPhotos } from './accounts/columns.store.ts'
export type { AccountData, RecordData } from './accounts/personal-data.store.ts'
export type { NewPatient } from './accounts/registrations.store.ts'

/**
 * A person closed their account or died, staff disabled it, or it was locked. What depends on it in other domains ends in the same
 * transaction.
 */
export type AccountEnded = {
  readonly personId: number
  readonly at: Date
  /** `reopened`: what an earlier holder of the account could use has ended, because its person opened it again. */
  readonly cause: 'closed' | 'disabled' | 'locked' | 'deceased' | 'reopened'
}

/** A person in the wire format. Only staff have a permission set. */
type PresentedPatient = Required<Omit<Patient, 'permission_set'>> & Pick<Patient, 'permission_set'>

type PeopleDependencies = {
  readonly db: Database
  readonly accounts: AccountsStore
  readonly clock: Clock
  readonly ages: Ages
}

export function createPeopleService({ db, accounts, clock, ages }: PeopleDependencies) {
  const today = () => dayOf(clock.now())

  /**
   * Returns a person in the wire format. The caller passes whether the session was opened with a temporary password.
   */
  function present(person: Person, temporaryKey = false): PresentedPatient {
    // A new column is never shown before it is added to the fields of a person or here.
    return {
      id: person.id,
      document_type_id: person.document_type_id,
      document_number: person.document_number,
      document_country: person.document_country,
      ...pickFields(person, personFieldNames),
      names_proven: person.names_proven,
      image_store_id: person.image_store_id,
      image_store_passport: person.image_store_passport,
      image_store_passport_patient: person.image_store_passport_patient,
      status_passport: person.status_passport,
      status: person.status,
      rol: person.rol,
      ...(person.rol === 'STANDART_ROLE' ? {} : { permission_set: person.permission_set }),
      email_pending: person.email_pending === null ? null : maskEmail(person.email_pending),
      date_creation: person.date_creation.toISOString(),
      is_a_minor: isMinor(person.date_birth, today(), ages),
      temporary_key_status: temporaryKey,
    }
  }

  /**
   * Returns whether a mailbox belongs to a guardian of this person, who reached the age from which the law reserves data. Addresses are
   * compared as their providers read them.
   */
  async function isGuardianMailbox(personId: number, mailbox: string | null): Promise<boolean> {
    const adult = latestBirth(ages.adult, today())
    const reserve = latestBirth(ages.reserve, today())
    return mailbox !== null && peopleSql.isGuardianMailbox(db, personId, mailbox, { adult, reserve })
  }

  return {
    /** Writes accounts, in the transaction of the caller. The caller decides whether the change is allowed. */
    accounts,
    /** Creates the links that verify the addresses of accounts. */
    emailVerification: createEmailVerificationService({ accounts, clock }),
    /**
     * Finds a person by document; `number` is normalized as stored. Throws 400 at `document_country` if people of several countries
     * have the number and no country is given, so that no caller takes one person for another.
     */
    byDocument: async (
      typeId: DocumentTypeId,
      number: string,
      country: string | null | undefined,
    ): Promise<Person | null> => {
      const found = await peopleSql.byDocument(db, typeId, number, cleanCountry(typeId, country))
      if (found === 'several') throw new ApiError('passportCountryNeeded', { param: 'document_country' })
      return found
    },
    byId: (id: number) => peopleSql.byId(db, id),
    byIds: (ids: readonly number[]) => peopleSql.byIds(db, ids),
    present,
    isMinor: (person: Pick<Person, 'date_birth'>) => isMinor(person.date_birth, today(), ages),
    /** Returns whether a birth date corrected by staff moves the person across an age at which rules change. */
    crossesAgeLimit: (before: Person['date_birth'], after: Person['date_birth']) =>
      crossesAgeLimit(before, after, today(), ages),
    /**
     * Returns the field errors of a form's choices: not in the catalogues, hidden there, or inconsistent with each
     * other. `storedForecast` is the health insurance that the person has already, which may be hidden by now.
     */
    choiceErrors: async (
      choices: PersonChoices,
      storedForecast: number | null = null,
    ): Promise<FieldError[]> => {
      const { document_type_id = 1 } = choices
      const document_country = cleanCountry(document_type_id, choices.document_country)
      const offered = await peopleSql.offered(db, { ...choices, document_country }, storedForecast)
      if (offered === null) throw new ApiError('unavailable')
      return choiceErrors(choices.date_birth, today(), offered)
    },
    openedAt: (person: Pick<Person, 'date_birth'>) => openedAt(person.date_birth, today(), ages),
    reopenedAt: (before: OpenedAt, after: Pick<Person, 'date_birth'>) =>
      reopenedAt(before, after.date_birth, today(), ages),
    outgrownStep: (person: Person) => outgrownStep(person, today(), ages),
    hasComeOfAge: (person: Person) => outgrownStep(person, today(), ages) === 'adult',
    /** Returns whether the person is a minor for whom the law reserves data, and holds their own account. */
    isAdolescent: (person: Person) =>
      isAdolescent(person.date_birth, today(), ages) && outgrownStep(person, today(), ages) === null,
    isGuardianMailbox,
    /** Returns the field error of a new address that belongs to a guardian of the person. */
    mailboxErrors: async (personId: number, mailbox: string): Promise<readonly FieldError[]> =>
      (await isGuardianMailbox(personId, mailbox))
        ? new ApiError('guardianMailbox', { param: 'email' }).fieldErrors
        : [],
    /**
     * Returns why the address of a person must not receive what opens the account, or null if it may. `guardian`: it belongs to a guardian
     * of an adolescent.
     */
    keyErrorOf: async (person: Person): Promise<ReturnType<typeof keyErrorOf> | 'guardian'> =>
      (await isGuardianMailbox(person.id, person.email)) ? 'guardian' : keyErrorOf(person, clock.now()),

    /**
     * Returns the data of an authorized patient. Only the patient and staff see e-mail, phone and preferred
     * name. A guardian may not know the preferred name of an adolescent.
     */
    read: async (patient: AuthorizedPatient, actor: Actor): Promise<Patient> => {
      const person = await peopleSql.byId(db, patient.id)
      const staff = actor.rol !== 'STANDART_ROLE'
      const self = actor.id === patient.id
      // Staff cannot read the account of a colleague by this call.
      if (!person || (staff && !self && person.rol !== 'STANDART_ROLE')) throw new ApiError('notFound')
      const presented = present(person, self && actor.temporaryKey)
      return self || staff
        ? presented
        : {
            ...presented,
            preferred_name: '',
            email: null,
            email_pending: null,
            phone: null,
          }
    },
  }
}

export type PeopleService = ReturnType<typeof createPeopleService>
