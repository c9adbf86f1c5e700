/** Patients whom the clinic knows and who have no account in the portal. Their appointments make the calendars full. */
import { addDays, addYears, type Day, toInstant } from '@mi-portal/contract/values/dates'
import { givenNames, runFor, surname } from './names.ts'
import { createSeededRandom } from './seeded-random.ts'

const count = 1_500
const oldest = 90

/** Returns the patients as an import of patients stores them. Adds their runs to `runs`. One in five is a child. */
export function createKnownPatients(today: Day, runs: Set<string>) {
  return Array.from({ length: count }, (_, index) => {
    const by = createSeededRandom(`known-patient:${index + 1}`)
    const gender_id = by.whole(1, 2)
    const age = by.happens(0.2) ? by.whole(0, 17) : by.whole(18, oldest)
    const date_birth = addDays(addYears(today, -age), -by.whole(1, 360))
    const imported = toInstant(addDays(today, -by.whole(40, 300)), '07:30')
    return {
      document_type_id: 1,
      document_number: runFor(by, Number(date_birth.slice(0, 4)), runs),
      first_name: givenNames(by, gender_id),
      last_name: surname(by),
      second_name: surname(by),
      date_birth,
      gender_id,
      rol: 'STANDART_ROLE',
      status: 2,
      without_account: true,
      opened_as_minor: false,
      opened_as_child: false,
      status_passport: false,
      date_creation: imported,
      updated_at: imported,
    }
  })
}
