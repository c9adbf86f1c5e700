import { reminderEndpoints } from '@mi-portal/contract/booking/reminders'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

/** Turns off appointment reminders for the patient whose e-mail contained the link. */
export function useRemindersOff(token: string) {
  return useMutation({
    mutationFn: () =>
      call(
        reminderEndpoints.off,
        { body: { token } },
        { fallback: 'No pudimos conectar con el servidor. Vuelve a intentar en unos minutos.' },
      ),
  })
}
