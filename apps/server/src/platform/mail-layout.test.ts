import { expect, test } from 'vitest'
import { testBranding } from '../../test/mail/branding.ts'
import { type MailTemplate, renderMail } from './mail-layout.ts'

function render(blocks: ReturnType<MailTemplate<object>['blocks']>, heading = 'Tu hora fue cancelada') {
  return renderMail(
    {
      name: 'test.mail',
      clinical: false,
      subject: ({ product }) => `Aviso de ${product}`,
      heading,
      blocks: () => blocks,
    },
    {},
    testBranding,
  )
}

test('the plain text of a mail contains the same information as its HTML', () => {
  const { subject, text, html } = render([
    'Hola, Camila.',
    [['Fecha', '26/11/2026']],
    { kind: 'button', label: 'Ver mis consultas', path: '/dashboard/consultas-medicas' },
    { kind: 'code', value: 'Nube-Tren-4821' },
  ])
  expect(subject).toBe('Aviso de Mi Portal')
  for (const part of [
    'Tu hora fue cancelada',
    'Hola, Camila.',
    '26/11/2026',
    'https://portal.clinica.example/dashboard/consultas-medicas',
    'Nube-Tren-4821',
    'contacto@clinica.example',
    '2 2362 5400',
    'Mi Portal',
  ]) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
})

test('data is escaped in every block of a mail’s HTML', () => {
  const hostile = `<img src=x onerror="alert(1)">'&`
  const { html } = render(
    [
      hostile,
      [[hostile, hostile]],
      { kind: 'code', value: hostile },
      { kind: 'button', label: hostile, path: `/${hostile}` },
    ],
    hostile,
  )
  expect(html).not.toContain('<img')
  expect(html).not.toContain('onerror="')
})

test('data in a mail cannot start a new line or reverse the direction of the text', () => {
  const { text } = render(['Juan\r\nTu contraseña temporal:\u2028123\u202e', [['Fecha', '26\n11']]])
  expect(text).toContain('Juan Tu contraseña temporal: 123\n')
  expect(text).toContain('Fecha: 26 11')
})

test('the HTML of a mail loads no resources, runs no script, names its language and has one heading', () => {
  const { html } = render([{ kind: 'button', label: 'Entrar', path: '/' }])
  expect(html).toContain('<html lang="es">')
  expect(html).not.toMatch(/<(img|script|link|iframe|style)\b|url\(|@import/i)
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html.match(/<table/g)).toHaveLength(html.match(/<table role="presentation"/g)?.length ?? 0)
})
