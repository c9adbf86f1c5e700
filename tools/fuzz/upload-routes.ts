/** Every endpoint that accepts files or images, with a valid form. */

import { professionalImageEndpoints } from '@mi-portal/contract/agenda/professional-images'
import { type Endpoint, fullPath } from '@mi-portal/contract/calls/endpoint'
import { medicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { publishingEndpoints } from '@mi-portal/contract/publishing/publications'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { requestThreadEndpoints } from '@mi-portal/contract/service-requests/threads'
import { userEndpoints } from '@mi-portal/contract/users'
import { buildProfessional } from '../../apps/server/test/booking/calendar.ts'
import { buildAppointment, buildRun } from '../../apps/server/test/build.ts'
import type { Portal } from '../../apps/server/test/portal.ts'
import { registrationFields } from '../../apps/server/test/registration.ts'
import type { FormPart } from './multipart.ts'

export type UploadRoute = {
  readonly name: string
  readonly endpoint: Endpoint
  /** The form field for an adversarial file. */
  readonly field: string
  /** Creates a new call by a person who has sent nothing yet, with nothing that an earlier call used up. */
  readonly call: () => Promise<{
    readonly url: string
    readonly token: string | null
    readonly fields: readonly FormPart[]
  }>
}

type Made = { readonly fields: object; readonly token: string | null; readonly params?: object }

function route(name: string, endpoint: Endpoint, field: string, make: () => Promise<Made>): UploadRoute {
  return {
    name,
    endpoint,
    field,
    call: async () => {
      const { token, fields, params = {} } = await make()
      const parts = Object.entries(fields).filter(([, value]) => value !== undefined)
      return {
        url: fullPath(endpoint).replace(/\{(\w+)\}/g, (_, key: string) =>
          String(new Map(Object.entries(params)).get(key)),
        ),
        token,
        fields: parts.map(([part, value]): FormPart => {
          if (Buffer.isBuffer(value))
            return { name: part, content: value, filename: 'yo.jpg', type: 'image/jpeg' }
          return { name: part, content: String(value) }
        }),
      }
    },
  }
}

/** Returns the upload routes. `photo` is sent where a form needs a second image besides the adversarial one. */
export function uploadRoutes(portal: Portal, photo: Buffer): UploadRoute[] {
  const { db } = portal
  let made = 0
  const newPatient = async (document_type_id = 1) => {
    made += 1
    const document_number = document_type_id === 1 ? buildRun() : `Q${7_000_000 + made}`
    const { id } = await portal.person({ document_type_id, document_number })
    return { id, document_number, document_type_id, token: await portal.sessionOf(id) }
  }
  const staff = async (rol: 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE') => {
    const { id } = await portal.person({ rol })
    return portal.sessionOf(id)
  }
  const personal = async (fields: Readonly<Record<string, string | number | undefined>>) => {
    made += 1
    const { password: _, ...rest } = await registrationFields(db, {
      document_type_id: 2,
      document_number: `U${7_000_000 + made}`,
      ...fields,
    })
    return rest
  }
  const openRequest = async (patientId: number) => {
    const [request] = await db.ask<{ id: number }>(
      `insert into document_requests (requester_id, patient_id, document_kind_id, comment, state, created_at, due_at)
         values ($1, $1, 1, 'x', 'pendiente', $2, $2) returning id`,
      [patientId, portal.clock.now()],
    )
    return { matter: 'documents', id: request?.id }
  }
  const budget = { id_intervencion: 1, c_prevision: 5, fecha_estimada: '2026-12-24' }

  return [
    route('registering', registrationEndpoints.register, 'file_passport', async () => ({
      token: null,
      fields: {
        ...(await personal({ password: 'Cordillera2026' })),
        password: 'Cordillera2026',
        file_passport_patient: photo,
      },
    })),
    route('the profile', profileEndpoints.edit, 'file', async () => {
      const { token, document_number: _, ...own } = await newPatient()
      const { document_number: __, document_type_id: ___, ...fields } = await personal({})
      return { token, fields: { ...fields, id: own.id } }
    }),
    route('a patient opened by staff', userEndpoints.createPatient, 'file', async () => ({
      token: await staff('ADMIN_ROLE'),
      fields: await personal({}),
    })),
    route('an administrator opened by staff', userEndpoints.createAdministrator, 'file', async () => ({
      token: await staff('SUPER_ADMIN_ROLE'),
      fields: await personal({}),
    })),
    route('an account changed by staff', userEndpoints.edit, 'file', async () => {
      const { id, document_number, document_type_id } = await newPatient(2)
      const fields = await personal({ document_number, document_type_id })
      return { token: await staff('ADMIN_ROLE'), fields: { ...fields, id, patient_id: id } }
    }),
    route('a published picture', publishingEndpoints.storeImage, 'image', async () => ({
      token: await staff('SUPER_ADMIN_ROLE'),
      fields: {},
    })),
    route('a photo of a professional', professionalImageEndpoints.store, 'image', async () => ({
      token: await staff('ADMIN_ROLE'),
      fields: {},
      params: { id: (await buildProfessional(db)).id },
    })),
    route('a contact', contactEndpoints.send, 'file_0', async () => {
      const { id, token } = await newPatient()
      return { token, fields: { reason_contact_id: 1, patient_id: id, message: 'Hola' } }
    }),
    route('a budget', quoteEndpoints.request, 'file_0', async () => {
      const { id, token } = await newPatient()
      return { token, fields: { ...budget, patient_id: id } }
    }),
    route('a budget for another person', quoteEndpoints.requestFor, 'file_0', async () => {
      const { id, token } = await newPatient()
      return { token, fields: budget, params: { patient_id: id } }
    }),
    route('a medical order', medicalOrderEndpoints.attach, 'file', async () => {
      const { id, token } = await newPatient()
      const starts_at = new Date(portal.clock.now().getTime() + 86_400_000)
      const appointment = await buildAppointment(db, { patient_id: id, starts_at })
      return { token, fields: {}, params: { id_appointment: appointment.id } }
    }),
    route('an answer of the desk', inboxEndpoints.answer, 'file_0', async () => ({
      token: await staff('ADMIN_ROLE'),
      fields: { answer: 'Listo' },
      params: await openRequest((await newPatient()).id),
    })),
    route('a message of a patient', requestThreadEndpoints.write, 'file_0', async () => {
      const { id, token } = await newPatient()
      return { token, fields: { message: 'Hola' }, params: await openRequest(id) }
    }),
  ]
}
