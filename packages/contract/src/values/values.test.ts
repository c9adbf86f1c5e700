import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isPublishableAddress } from './address.ts'
import { cleanDocument, findDocumentError, isPassport, showDocument } from './document-number.ts'
import { email, isEmail, maskEmail, maskEmailForStrangers } from './email.ts'
import { idParam } from './ids.ts'
import { newPassword } from './password.ts'
import { phone } from './phone.ts'
import { filesMaxBytes, findFilesError, findImageError, heicAdvice, imageMaxBytes } from './upload.ts'

const fieldError = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues[0]?.message ?? null

test('a passport number has 6 to 15 letters or digits and is not all zeros', () => {
  expect(['P1234567', 'p12345', 'ABCDEFGHIJKLMNO'].every(isPassport)).toBe(true)
  const wrong = ['', '12345', '1234567890123456', '000000', 'P-123456', 'P 123456']
  expect(wrong.filter(isPassport)).toEqual([])
})

test('a document number is validated by the rule of its type', () => {
  expect(findDocumentError(1, '12.345.678-5')).toBeNull()
  expect(findDocumentError(1, 'P1234567')).toBe('Digita RUT válido')
  expect(findDocumentError(2, 'P1234567')).toBeNull()
  expect(findDocumentError(2, '  ')).toBe('Digita Pasaporte')
  expect(cleanDocument(1, '12.345.678-5')).toBe('123456785')
  expect(cleanDocument(2, ' p1234567 ')).toBe('P1234567')
  expect(showDocument(1, '123456785')).toBe('12345678-5')
  expect(showDocument(2, 'P1234567')).toBe('P1234567')
})

test('an e-mail is exactly one address', () => {
  expect(['camila@ejemplo.cl', "o'brien+portal@sub.ejemplo.cl", 'a@b.cl'].every(isEmail)).toBe(true)
  const wrong = [
    ...'camila|camila@ejemplo|a@x.cl,b@y.cl|a@x.cl;b@y.cl|a@x.cl b@y.cl|a@x(y).cl|"a b"@x.cl'.split('|'),
    ...'grupo:a@x.cl;|a@x.test\r\nBcc: b@y.test|.a@x.cl|a..b@x.cl|a@-x.cl|ana@exámple.cl'.split('|'),
    `${'a'.repeat(65)}@x.cl`,
    `a@${'b.'.repeat(130)}cl`,
  ]
  expect(wrong.filter(isEmail)).toEqual([])
  expect(fieldError(email(), '')).toBe('Digita E-mail')
  expect(fieldError(email(), 'x')).toBe('Digita E-mail válido')
})

test('an e-mail address is masked for its owner and for staff', () => {
  expect(maskEmail('camila@ejemplo.cl')).toBe('ca•••••@ejemplo.cl')
  expect(maskEmail('a@ejemplo.cl')).toBe('a•••••@ejemplo.cl')
})

test('strangers see the first letter of an e-mail address, but no domain, no length and no mailbox of one letter', () => {
  expect(maskEmailForStrangers('camila@ejemplo.cl')).toBe('c•••••@•••••')
  expect(maskEmailForStrangers('carlos.antonio@clinica-andes.cl')).toBe('c•••••@•••••')
  expect(maskEmailForStrangers('a@ejemplo.cl')).toBe('•••••@•••••')
})

test('a phone, mobile or landline, has exactly nine digits and does not begin with 0', () => {
  for (const right of ['912345678', '223625400', '322123456', ' 912345678 '])
    expect(fieldError(phone(), right)).toBeNull()
  expect(fieldError(phone(), '')).toBe('Digita Teléfono')
  for (const wrong of ['12345678', '+56912345678', '012345678', '9123456789', '91234567a', '2 2362 540'])
    expect([wrong, fieldError(phone(), wrong)]).toEqual([wrong, 'Digita Teléfono válido'])
})

test('a new password has 8 to 128 characters, a digit, a lower and an upper case letter', () => {
  expect(fieldError(newPassword(), 'Portal2026')).toBeNull()
  expect(fieldError(newPassword(), 'Ñandú sin fin 2026')).toBeNull()
  expect(fieldError(newPassword(), 'Corta1')).toBe('Digita mínimo 8 caracteres')
  for (const weak of ['portal2026', 'PORTAL2026', 'PortalPortal'])
    expect(fieldError(newPassword(), weak)).toBe('Digita Contraseña válida')
  expect(fieldError(newPassword('Digita Nueva contraseña'), '')).toBe('Digita Nueva contraseña')
  expect(fieldError(newPassword(), `Aa1${'x'.repeat(125)}`)).toBeNull()
  expect(fieldError(newPassword(), `Aa1${'x'.repeat(126)}`)).toBe('Digita máximo 128 caracteres')
})

test('ids in an address are strict bounded integers', () => {
  expect(z.parse(idParam(), '17')).toBe(17)
  for (const wrong of '0|01|-1|1.0|1e3| 1|2147483648|1;x=1||abc'.split('|'))
    expect(fieldError(idParam('ID de usuario inválido'), wrong)).toBe('ID de usuario inválido')
})

test('an image is a png or jpeg of at most 500 KB', () => {
  expect(findImageError({ type: 'image/png', size: imageMaxBytes })).toBeNull()
  expect(findImageError({ type: 'image/svg+xml', size: 10 })).toBe('Selecciona formato png o jpg')
  expect(findImageError({ type: 'image/jpeg', size: imageMaxBytes + 1 })).toBe(
    'Selecciona tamaño máximo 500KB',
  )
})

test('the files of a request are images or PDFs of at most 20 MB together', () => {
  const half = { type: 'application/pdf', size: filesMaxBytes / 2 }
  expect(findFilesError([half, half])).toBeNull()
  expect(findFilesError([half, half, { type: 'image/png', size: 1 }])).toBe('Selecciona tamaño máximo 20MB')
  expect(findFilesError([{ type: 'text/html', size: 1 }])).toBe('Selecciona formato png, jpg o pdf')
})

test('a HEIC photo is rejected with a way to get a JPEG, and the server judges a file whose type the browser does not know', () => {
  for (const errorOf of [findImageError, (file: { type: string; size: number }) => findFilesError([file])]) {
    expect(errorOf({ type: 'image/heic', size: 1 })).toBe(heicAdvice)
    expect(errorOf({ type: 'application/octet-stream', size: 1 })).toBeNull()
  }
})

test('only https addresses and pages of the portal can be published, and none that another reader takes for another site', () => {
  for (const right of [
    'https://clinica.example/vacunas?de=portal%2Finicio',
    '/dashboard/mis-examenes',
    '/reservas?specialty=101&vuelta=%2Fdashboard',
  ])
    expect([right, isPublishableAddress(right)]).toEqual([right, true])
  for (const wrong of [
    '/%09/evil.example',
    '/%0d%0a/evil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/a/%7f/b',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'http://clinica.example',
    'javascript:alert(1)',
    'https://clinica@evil.example',
  ])
    expect([wrong, isPublishableAddress(wrong)]).toEqual([wrong, false])
})
