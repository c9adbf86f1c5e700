import { expect, test } from 'vitest'
import { withArticle } from './people.rules.ts'

test.each([
  ['Dra. Carolina Muñoz Vidal', 'la Dra. Carolina Muñoz Vidal'],
  ['Dr. Renato Sanhueza Prieto', 'el Dr. Renato Sanhueza Prieto'],
  ['Dr Renato Sanhueza', 'el Dr Renato Sanhueza'],
  ['Drago Ivanović', 'Drago Ivanović'],
  ['Matrona Inés Pino', 'Matrona Inés Pino'],
])('the name «%s» becomes «%s» inside a sentence', (name, within) => expect(withArticle(name)).toBe(within))
