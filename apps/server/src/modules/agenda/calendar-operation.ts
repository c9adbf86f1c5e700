import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { type Operation, operation } from '../../platform/context/operation.ts'

/** Declares an operation on the portal's own calendars. Where an external service has the calendars, there are none to show or change here. */
export function calendarOperation<const E extends Endpoint>(endpoint: E, run: Operation<E>['run']) {
  return operation(endpoint, (ctx, input) => {
    if (ctx.ports.remoteScheduling !== null) throw new ApiError('calendarsElsewhere')
    return run(ctx, input)
  })
}
