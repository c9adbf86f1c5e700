import type { Notification } from '@mi-portal/contract/notifications/notifications'
import { expect, test } from 'vitest'
import { findDestination } from './destination.rules.ts'

const notification = {
  notification_type: { name: 'exams_procedures' },
  request: null,
  request_family_group_id: null,
  patient_id: 2,
  exam: null,
  id_appointment: null,
} as Notification
const appointments = { notification_type: { name: 'appointments' } } as const
const answers = { notification_type: { name: 'requests' } } as const

test.each<[string, Partial<Notification>, object]>([
  ['a child’s image', { exam: { type: 'imaging', attention_id: 78 } }, { patient_id: 2, examen: 78 }],
  ['several results of a child', { exam: { type: 'laboratory', attention_id: null } }, { patient_id: 2 }],
  ['one’s own result', { patient_id: 1, exam: { type: 'laboratory', attention_id: 79 } }, { examen: 79 }],
  ['an appointment', { ...appointments, id_appointment: 41 }, { reservada: 41 }],
  ['a child’s appointment of an external system', appointments, { patient_id: 2 }],
  [
    'an answer to a complaint',
    { ...answers, request: { matter: 'complaints', id: 4 } },
    { tab: 'anteriores', solicitud: 4 },
  ],
])('the notification of %s leads to that item of that patient', (_, about, search) => {
  expect(findDestination({ ...notification, ...about }, 1)).toHaveProperty('search', search)
})
