import { reminderEndpoints } from '@mi-portal/contract/booking/reminders'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { unreachableServer } from '../../../lib/explain-error.ts'

/** Turns off appointment reminders for the patient whose e-mail contained the link. */
export function useRemindersOff(token: string) {
  return useMutation({
    mutationFn: () => call(reminderEndpoints.off, { body: { token } }, { fallback: unreachableServer }),
  })
}
