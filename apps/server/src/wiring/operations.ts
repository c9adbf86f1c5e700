/** The domains whose endpoints are operations: their routes, and what they do when an account is closed. */
import type { FastifyInstance } from 'fastify'
import { alertRoutes } from '../modules/alerts/alerts.routes.ts'
import { attendanceRoutes } from '../modules/attendance/attendance.routes.ts'
import { callDueRoutes } from '../modules/calls-due/calls-due.routes.ts'
import { catalogueRoutes } from '../modules/catalogues/catalogues.routes.ts'
import { emergencyContactRoutes } from '../modules/emergency-contacts/emergency-contacts.routes.ts'
import { deleteEmergencyContact } from '../modules/emergency-contacts/emergency-contacts.sql.ts'
import { favouriteRoutes } from '../modules/favourites/favourites.routes.ts'
import { deleteFavourites } from '../modules/favourites/favourites.sql.ts'
import { frontDeskRoutes } from '../modules/front-desk/front-desk.routes.ts'
import { numberRoutes } from '../modules/numbers/numbers.routes.ts'
import type { AccountEnded } from '../modules/people/people.service.ts'
import { surveyRoutes } from '../modules/survey/survey.routes.ts'
import type { DomainEvent } from '../platform/composition/domain-event.ts'
import type { Module } from '../platform/composition/module.ts'
import type { Context } from '../platform/context/context.ts'
import type { Statement } from '../platform/database/statement.ts'

const routes = [
  alertRoutes,
  attendanceRoutes,
  callDueRoutes,
  catalogueRoutes,
  emergencyContactRoutes,
  favouriteRoutes,
  frontDeskRoutes,
  numberRoutes,
  surveyRoutes,
]

/** They delete what belongs to a person who closes the account. */
const deletedWithAccount: readonly Statement<unknown, { readonly person_id: number }>[] = [
  deleteEmergencyContact,
  deleteFavourites,
]

export function composeOperations(context: Context, accountClosed: DomainEvent<AccountEnded>): Module {
  accountClosed.on(async (tx, { personId }) => {
    for (const deleteRows of deletedWithAccount) await tx.run(deleteRows, { person_id: personId })
  })
  return {
    routes: (app: FastifyInstance) => {
      for (const mountRoutes of routes) mountRoutes(app, context)
    },
  }
}
