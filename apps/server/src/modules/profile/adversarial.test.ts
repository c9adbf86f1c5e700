import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationForm } from '@mi-portal/contract/registration'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { adversarialTexts } from '../../../../../packages/contract/test/adversarial-texts.ts'
import { ask } from '../../../test/ask.ts'
import { profileFormOf, startProfile } from '../../../test/profile.ts'
import { rejectionOf } from '../../../test/rejection.ts'

test('text typed into a profile is stored unchanged or rejected as no name, and changes nothing else', async () => {
  const { as, holder, db } = await startProfile()
  const call = await as(holder)
  const others = () => ask(db, `select * from people where id <> ${holder.id} order by id`)
  const before = await others()
  expect(adversarialTexts).toHaveLength(200)
  for (let first = 0; first < adversarialTexts.length; first += 4) {
    const [first_name = '', last_name = '', second_name = '', address = ''] = adversarialTexts
      .slice(first, first + 4)
      .map((text) => text.trim())
    const form = profileFormOf({ first_name, last_name, second_name, address })
    const { shape } = registrationForm
    const areNames =
      z.safeParse(shape.first_name, first_name).success &&
      z.safeParse(shape.last_name, last_name).success &&
      z.safeParse(shape.second_name, second_name).success &&
      `${last_name}${second_name}` !== ''
    if (areNames) await call(profileEndpoints.edit, { form })
    else {
      const { fieldErrors } = await rejectionOf(call(profileEndpoints.edit, { form }))
      expect(fieldErrors.every(({ param }) => param?.endsWith('_name'))).toBe(true)
      await call(profileEndpoints.edit, { form: profileFormOf({ address }) })
    }
    expect((await call(peopleEndpoints.self)).data).toMatchObject({
      ...(areNames ? { first_name, last_name, second_name } : {}),
      address,
      rol: 'STANDART_ROLE',
      status: 1,
    })
  }
  expect(await others()).toEqual(before)
})

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
