import { mailPlaceholders } from '@mi-portal/contract/clinic/mail-wording'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { expect, test } from 'vitest'
import type { publishClinic } from '../../../test/clinic/packages.ts'
import { testBranding } from '../../../test/mail/branding.ts'
import { readSamples } from '../../../test/mail/samples.ts'
import { startPortal } from '../../../test/portal.ts'

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

async function previewOf(parts: Parameters<typeof publishClinic>[1], title: string) {
  const portal = await startPortal({ parts })
  const call = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const { templates } = await call(mailingEndpoints.templates)
  const id = templates.find((one) => one.title === title)?.id ?? 0
  return call(mailingEndpoints.preview, { params: { id } })
}

test('a mail has the clinic’s own subject, heading, opening and closing, with the placeholders filled and escaped', async () => {
  const { subject, text, html } = await previewOf(
    {
      mails: {
        'booking.booked': {
          subject: '{brand}: tu hora',
          heading: 'Te esperamos, {first_name}',
          opening: 'Hola {first_name} & familia.\nTe atiende {doctor_name}.',
          closing: 'Llámanos al {phone}.',
        },
      },
    },
    'Hora reservada',
  )
  expect(subject).toBe('Clínica Andes: tu hora')
  expect(text).toMatch(
    /^Te esperamos, Camila Andrea\n\nHola Camila Andrea & familia\.\n\nTe atiende Dra\. Carolina Muñoz Vidal\./,
  )
  expect(text).toContain('Llámanos al 2 2362 5400.\n\nEste mensaje')
  expect(html).toContain('Hola Camila Andrea &#38; familia.')
  expect(text).not.toContain('reservaste una hora')
})
