import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { expect, test } from 'vitest'
import { hostileTexts } from '../../../../../packages/contract/test/hostile-texts.ts'
import { ask } from '../../../test/ask.ts'
import { profileFormOf, startProfile } from '../../../test/profile.ts'

test('whatever is typed into a profile is kept as the text it is, and nothing else changes', async () => {
  const { as, holder, db } = await startProfile()
  const call = await as(holder)
  const others = () => ask(db, `select * from people where id <> ${holder.id} order by id`)
  const before = await others()
  expect(hostileTexts).toHaveLength(200)
  for (let first = 0; first < hostileTexts.length; first += 4) {
    const [first_name = '', last_name = '', second_name = '', address = ''] = hostileTexts
      .slice(first, first + 4)
      .map((text) => text.trim())
    await call(profileEndpoints.edit, {
      form: profileFormOf({ first_name, last_name, second_name, address }),
    })
    expect((await call(peopleEndpoints.self)).data).toMatchObject({
      first_name,
      last_name,
      second_name,
      address,
      rol: 'STANDART_ROLE',
      status: 1,
    })
  }
  expect(await others()).toEqual(before)
})

test('a name that is markup stands as text in the mail that greets with it', async () => {
  const { as, holder, db, anonymous } = await startProfile()
  const name = '<img src=x onerror=alert(1)>'
  await (await as(holder))(profileEndpoints.edit, { form: profileFormOf({ first_name: name }) })
  await anonymous(profileEndpoints.recover, {
    body: { document_type_id: 1, document_number: holder.document_number },
  })
  const [mail] = await ask<{ subject: string; body_html: string; body_text: string }>(
    db,
    'select subject, body_html, body_text from outbox order by id desc limit 1',
  )
  expect(mail?.body_text).toContain(`Hola, ${name}`)
  expect(mail?.body_html).toContain('Hola, &#60;img src')
  expect(mail?.body_html).not.toContain('<img')
  expect(mail?.subject).not.toContain('img')
})
