import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import { defineCases, own } from '../../../test/authorization/cases.ts'

export const privateItemsCases = defineCases('private-items', privateItemEndpoints, {
  options: own(),
  // Removes the mark. Every patient may do this with their own items.
  markExam: own({
    sent: ({ exam }) => ({ body: { attention_id: exam, type: 'laboratory', is_private: false } }),
  }),
  markAppointment: own({ sent: ({ hour }) => ({ body: { id_appointment: hour, is_private: false } }) }),
})
