import { breachEndpoints } from '@mi-portal/contract/breaches'
import { routes } from '../../platform/context/operation.ts'
import { getBreach, listBreaches } from './find-breaches.ts'
import { exportAffectedPeople, listAffectedPeople } from './list-affected.ts'
import { printLetters, sendLetters } from './send-letters.ts'
import { createBreach, editBreach } from './write-breaches.ts'

export const breachRoutes = routes(breachEndpoints, {
  list: listBreaches,
  create: createBreach,
  one: getBreach,
  edit: editBreach,
  people: listAffectedPeople,
  export: exportAffectedPeople,
  send: sendLetters,
  letters: printLetters,
})
