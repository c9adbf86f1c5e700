import { profileEndpoints } from '@mi-portal/contract/profile'
import { expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { startProfile } from '../../../test/profile.ts'

test('a name with markup is shown as text in the mail that greets with it', async () => {
  const name = '<img src=x onerror=alert(1)>'
  const { holder, db, anonymous } = await startProfile({ first_name: name })
  await anonymous(profileEndpoints.recover, {
    body: { document_type_id: 1, document_number: holder.document_number },
  })
  const [mail] = await ask<{ subject: string; body_html: string; body_text: string }>(
    db,
    'select subject, body_html, body_text from outbox order by id desc limit 1',
  )
  expect(mail?.body_text).toContain(`Hola, ${name}`)
  expect(mail?.body_html).toContain('Hola, &#60;img src')
  expect(mail?.body_html).not.toContain('<img src=x')
  expect(mail?.subject).not.toContain('img')
})
