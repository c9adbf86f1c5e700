import { registrationEndpoints } from '@mi-portal/contract/registration'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { sendWithRobotCheck } from '../../lib/robot-check.ts'

/** Asks the server whether a person with this birth date is a minor. */
export function ageQuery(birth: string) {
  return queryOptions({
    queryKey: ['age', birth],
    queryFn: ({ signal }) =>
      sendWithRobotCheck('registration', (altcha) =>
        call(registrationEndpoints.age, { params: { date: birth }, query: { altcha } }, { signal }),
      ),
    retry: false,
  })
}
