import { callDueEndpoints } from '@mi-portal/contract/calls-due'
import { routes } from '../../platform/context/operation.ts'
import { finishCallDue, listCallsDue } from './answer-calls-due.ts'

export const callDueRoutes = routes(callDueEndpoints, { list: listCallsDue, done: finishCallDue })
