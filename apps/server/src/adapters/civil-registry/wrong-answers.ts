/**
 * Creates synthetic facts as wrong answers, for a registry that does not give other people's data. The facts of a person are the
 * same at each attempt, so that comparing two attempts does not reveal the right answer.
 */
import { createHmac } from 'node:crypto'
import { addDays, type Day } from '@mi-portal/contract/values/dates'
import type { IdentityFacts } from '../../ports/civil-registry.ts'

/** Frequent given names in Chile, written without accents: registries often have none, and an accent must not mark an answer. */
const givenNames = {
  mother: [
    'Ana Maria',
    'Carmen Gloria',
    'Rosa Elena',
    'Maria Isabel',
    'Juana Rosa',
    'Patricia del Carmen',
    'Claudia Andrea',
    'Marcela Paz',
    'Sandra Ximena',
    'Gladys Ester',
    'Silvia Eugenia',
    'Teresa de Jesus',
    'Marta Ines',
    'Luisa Fernanda',
    'Veronica Cecilia',
    'Margarita Rosa',
    'Elizabeth Andrea',
    'Norma Beatriz',
    'Cecilia del Pilar',
    'Paola Alejandra',
    'Monica Patricia',
    'Maria Teresa',
    'Ines del Carmen',
    'Olga Raquel',
    'Eliana Soledad',
    'Ruth Noemi',
    'Nancy Viviana',
    'Maria Angelica',
    'Julia Ester',
    'Loreto Andrea',
  ],
  father: [
    'Jose Luis',
    'Juan Carlos',
    'Luis Alberto',
    'Carlos Eduardo',
    'Jorge Antonio',
    'Manuel Jesus',
    'Pedro Pablo',
    'Francisco Javier',
    'Sergio Andres',
    'Miguel Angel',
    'Hector Ivan',
    'Victor Hugo',
    'Rodrigo Alejandro',
    'Cristian Marcelo',
    'Patricio Hernan',
    'Ricardo Antonio',
    'Mario Enrique',
    'Hugo Armando',
    'Raul Ernesto',
    'Fernando Jose',
    'Julio Cesar',
    'Eduardo Andres',
    'Roberto Carlos',
    'Ramon Segundo',
    'Osvaldo Rene',
    'Claudio Esteban',
    'Guillermo Alfonso',
    'Alejandro Patricio',
    'Jaime Rolando',
    'Oscar Orlando',
  ],
} as const

const count = 40
const spanDays = 3_600

/**
 * Returns facts for wrong answers about a person.
 *
 * @param communes names of communes near the person's, without the person's own
 */
export function createWrongAnswers(
  secret: string,
  run: string,
  birth: Day,
  communes: readonly string[],
): IdentityFacts[] {
  const pickNumber = (name: string, below: number) =>
    createHmac('sha256', secret).update(`${run}|wrong answer|${name}`).digest().readUIntBE(0, 6) % below
  const pick = (list: readonly string[], name: string) =>
    list[pickNumber(name, Math.max(1, list.length))] ?? ''
  const first = addDays(birth, -pickNumber('first day', spanDays))
  return Array.from({ length: count }, (_, index) => ({
    date_birth: addDays(first, pickNumber(`birth ${index}`, spanDays)),
    mother_given_names: pick(givenNames.mother, `mother ${index}`),
    father_given_names: pick(givenNames.father, `father ${index}`),
    // The questions themselves add the other statuses.
    marital_status: '',
    birth_commune: pick(communes, `birth commune ${index}`),
    home_commune: pick(communes, `home commune ${index}`),
  }))
}

const particles = new Set(['de', 'del', 'la', 'las', 'los', 'y'])

export function normalizeGivenNames(names: string): string {
  const words = names
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
  return words
    .map((word, index) =>
      index > 0 && particles.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')
}
