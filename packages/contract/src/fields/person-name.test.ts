import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { registrationForm } from '../registration.ts'

const nameMessage = 'Usa solo letras, espacios, apóstrofos, guiones y puntos'
const { first_name, last_name, second_name } = registrationForm.shape
const fieldErrorOf = (text: string) => z.safeParse(first_name, text).error?.issues[0]?.message ?? null

test('names of many languages are accepted', () => {
  for (const name of [
    ...["O'Higgins", 'O’Higgins', 'Ñancupil', 'María-José', 'Łukasz', 'Nguyễn', "d'Agostino", "'t Hooft"],
    ...['Ma. de los Ángeles', 'J. R. R.', 'J.R.', 'Günther', 'Þórður', 'Иван', '李小龙', 'Zoë‐Anne'],
  ])
    expect(z.parse(first_name, name)).toBe(name)
})

test('a name is composed and trimmed, and its spaces become single', () => {
  expect(z.parse(first_name, '  Ngu\u0079e\u0302\u0303n \n  Thi\u0323 ')).toBe('Nguyễn Thị')
})

test.each([
  ['digits', 'Juan 2'],
  ['an address', 'https://evil.example/resultado'],
  ['an address without its scheme', 'evil.example'],
  ['an address with an accent', 'evil.éxample'],
  ['an e-mail address', 'ana@ejemplo.cl'],
  ['markup', '<img src=x>'],
  ['a formula', '=HYPERLINK'],
  ['a sentence with a colon', 'Su examen urgente esta en:'],
  ['a change of direction', 'Ana\u202Eanam'],
  ['a mark of direction', 'Ana\u200F'],
  ['a letter that is not drawn', 'Ana\u3164'],
  ['nothing to be seen', '\u200B'],
  ['a control sign', 'Ana\u0007'],
  ['an emoji', 'Ana 🎁'],
  ['three marks in a row', 'Zz\u0334\u0335\u0336algo'],
  ['points alone', '...'],
  ['an underline', 'Ana_Maria'],
])('a name with %s is rejected with a message at its field', (_, name) => {
  expect(fieldErrorOf(name)).toBe(nameMessage)
})

test('each missing or too long name field shows its own message', () => {
  expect([fieldErrorOf(''), fieldErrorOf('   '), fieldErrorOf('a'.repeat(81))]).toEqual(
    Array(3).fill('Digita Nombre'),
  )
  for (const [field, message] of [
    [last_name, 'Digita Primer apellido'],
    [second_name, 'Digita Segundo apellido'],
  ] as const) {
    expect(z.parse(field, '')).toBe('')
    expect(z.safeParse(field, 'a'.repeat(61)).error?.issues[0]?.message).toBe(message)
    expect(z.safeParse(field, 'Rojas 2').error?.issues[0]?.message).toBe(nameMessage)
  }
})
