import { mailPlaceholders } from '@mi-portal/contract/clinic/mail-wording'
import { expect, test } from 'vitest'
import { testBranding } from '../../../test/mail/branding.ts'
import { readSamples } from '../../../test/mail/samples.ts'

const placeholders = ['first_name', 'doctor_name', 'place']

test('a clinic can word every mail of the product, with exactly the placeholders that the mail fills', async () => {
  const filled = (await readSamples()).map((sample) => {
    const isFilled = (name: string) => {
      const { text } = sample.render({ ...testBranding, wordingOf: () => ({ opening: `<{${name}}>` }) })
      return !text.includes('<>')
    }
    return [sample.name, placeholders.filter(isFilled)] as const
  })
  expect(Object.fromEntries(filled)).toEqual(mailPlaceholders)
})
