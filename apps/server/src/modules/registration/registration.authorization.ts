import { registrationEndpoints } from '@mi-portal/contract/registration'
import { defineCases, open } from '../../../test/authorization/cases.ts'
import { noForm, withDocument } from '../../../test/authorization/sent.ts'

export const registrationCases = defineCases('registration', registrationEndpoints, {
  available: open({ sent: (about) => ({ params: withDocument(about) }), ok: 400 }),
  age: open({ params: { date: '2010-01-01' } }),
  saveDraft: open({
    body: {
      status: 'sv_register_continuar',
      document_type_id: 1,
      document_number: '111111111',
      email: 'nadie@ejemplo.cl',
      cellphone: '12345678',
    },
  }),
  updateDraft: open({ ok: 400 }),
  register: open({ ...noForm, ok: 400 }),
})
