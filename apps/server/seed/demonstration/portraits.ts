/** The drawn faces that the clinic of the demonstration has chosen for its professionals. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Day, toInstant } from '@mi-portal/contract/values/dates'
import { installed } from '../../src/platform/installed.ts'
import type { Plan } from './plan.ts'
import { createSeededRandom } from './seeded-random.ts'

const women = ['bob-auburn', 'bob-glasses', 'bun-brown', 'long-dark']
const men = ['beard-brown', 'curly-black', 'grey-glasses', 'short-black']

/** The columns of a professional's photo. */
export type PhotoColumns = { readonly image_file_id: number | null; readonly image_key: string | null }

/** Adds the portrait of a professional to the plan. */
export function addPortrait(plan: Plan, professional: number, gender: number, day: Day): PhotoColumns {
  const faces = gender === 1 ? women : men
  const face = createSeededRandom(`portrait:${professional}`).pick(faces)
  const name = `${face}.svg`
  return {
    image_file_id: plan.files.add({
      purpose: 'professional',
      media_type: 'image/svg+xml',
      name,
      created_at: toInstant(day, '09:00'),
      make: async () => readFileSync(join(installed('portraits', 'seed/demonstration/portraits'), name)),
    }),
    image_key: createHash('sha256').update(`portrait:${professional}`).digest('base64url').slice(0, 22),
  }
}

export const noPhoto: PhotoColumns = { image_file_id: null, image_key: null }
