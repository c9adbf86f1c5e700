import { expect, test } from 'vitest'
import { describeNotified, describeOwnMail, describeReply } from './notified.ts'

const mailed = { notified: [{ channel: 'email' as const, to: 'ca•••@ejemplo.cl' }], not_notified: null }
const inPortal = { notified: [{ channel: 'portal' as const, to: '' }], not_notified: 'unverified' as const }
const unnotified = { notified: [], not_notified: 'no_account' as const }

test('a patient reads that a mail was sent only if the answer says so, and otherwise why not', () => {
  expect(describeOwnMail(mailed)).toBe('Te enviamos un correo a ca•••@ejemplo.cl')
  expect(describeOwnMail(inPortal)).toBe('No te enviamos un correo, porque tu e-mail aún no está confirmado')
  expect(describeOwnMail({ notified: [], not_notified: 'guardian_mailbox' })).toBe(
    'No te enviamos un correo, porque tu e-mail lo usa o lo escribió quien te representa',
  )
  expect(describeOwnMail({})).toBeNull()
})

test('a patient reads that the clinic replies by e-mail only if its receipt was mailed', () => {
  const when = 'En un plazo de 72 horas hábiles te responderemos'
  expect(describeReply('72 horas hábiles', mailed)).toBe(`${when} por correo electrónico`)
  expect(describeReply('72 horas hábiles', inPortal)).toBe(
    `${when} en el portal, sin correo, porque tu e-mail aún no está confirmado`,
  )
  expect(describeReply('72 horas hábiles', {})).toBe(when)
})

test('staff read whom the portal notified, and whom to call if it notified no one', () => {
  expect(describeNotified(mailed)).toEqual({
    isUnnotified: false,
    text: 'Avisamos por correo a ca•••@ejemplo.cl.',
  })
  expect(describeNotified(inPortal).text).toBe(
    'Avisamos en el portal, sin correo: su e-mail aún no está confirmado.',
  )
  expect(describeNotified({ ...inPortal, not_notified: 'in_turn' }).text).toBe(
    'Avisamos en el portal, sin correo: saldrá solo si no lee antes el aviso.',
  )
  expect(describeNotified({ ...unnotified, call_phone: '9 8765 4321' })).toEqual({
    isUnnotified: true,
    text: 'Nadie fue avisado: llama al 9 8765 4321.',
  })
  expect(describeNotified(unnotified).text).toBe('Nadie fue avisado, y no tenemos su teléfono.')
  expect(describeNotified({}).text).toBe('')
})
