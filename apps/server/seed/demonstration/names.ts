/** Synthetic people: random combinations of given names and surnames that are common in Chile. */
import { checkDigit } from '@mi-portal/contract/values/run'
import type { SeededRandom } from './seeded-random.ts'

function list(names: string): readonly string[] {
  return names.split(',').map((name) => name.trim())
}

const women = list(`
  Agustina, Alejandra, Amanda, Andrea, Antonia, Bárbara, Carla, Carolina, Catalina, Claudia, Constanza,
  Daniela, Elisa, Emilia, Fernanda, Florencia, Francisca, Gabriela, Isidora, Javiera, Josefa, Julieta,
  Karina, Laura, Loreto, Macarena, Magdalena, Marcela, María José, Mónica, Natalia, Pamela, Patricia,
  Paulina, Pilar, Rocío, Romina, Sofía, Susana, Valentina, Verónica, Ximena`)
const men = list(`
  Alejandro, Alonso, Álvaro, Andrés, Benjamín, Camilo, Carlos, Claudio, Cristián, Daniel, Eduardo,
  Emilio, Esteban, Felipe, Fernando, Francisco, Gabriel, Gonzalo, Gustavo, Hernán, Ignacio, Javier,
  Joaquín, Jorge, José Miguel, Juan Pablo, Lucas, Luis, Manuel, Marcelo, Matías, Mauricio, Nicolás,
  Óscar, Pablo, Patricio, Pedro, Raúl, Ricardo, Rodrigo, Sebastián, Vicente`)
const surnames = list(`
  Aguilera, Alarcón, Alvarado, Aravena, Arancibia, Barra, Bravo, Bustos, Cáceres, Campos, Cárdenas,
  Carrasco, Carvajal, Catalán, Cerda, Cifuentes, Contreras, Cornejo, Cortés, Donoso, Espinoza, Farías,
  Figueroa, Flores, Garrido, Godoy, Guerrero, Henríquez, Herrera, Hidalgo, Ibarra, Jara, Lagos, Lira,
  Maldonado, Mardones, Medina, Meneses, Miranda, Molina, Montecinos, Moraga, Navarrete, Núñez, Olea,
  Olivares, Orellana, Ortega, Osorio, Palma, Parra, Peña, Pizarro, Poblete, Quezada, Ramírez, Reyes,
  Riquelme, Rivas, Robles, Saavedra, Sagredo, Salazar, Sandoval, Sepúlveda, Silva, Tapia, Toledo, Toro,
  Ulloa, Urrutia, Valdés, Valenzuela, Vargas, Vásquez, Venegas, Vergara, Villalobos, Yáñez, Zamora,
  Zúñiga`)

export type Name = { readonly first_name: string; readonly last_name: string; readonly second_name: string }

/**
 * Returns two given names, or one if the first is a double name. `gender_id` 1 gives women's names, 2 men's.
 */
export function givenNames(by: SeededRandom, gender_id: number): string {
  const list = gender_id === 1 ? women : men
  const first = by.pick(list)
  if (first.includes(' ')) return first
  const singles = list.filter((name) => !name.includes(' ') && name !== first)
  return `${first} ${by.pick(singles)}`
}

export function surname(by: SeededRandom): string {
  return by.pick(surnames)
}

export function fullName(name: Name): string {
  return [name.first_name, name.last_name, name.second_name].filter((part) => part !== '').join(' ')
}

/** Returns a name in the letters a to z, for an e-mail address: `Zúñiga` becomes `zuniga`. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

/**
 * Returns an unused run with its check digit, and adds it to `taken`. The number is plausible for the year of
 * birth, because runs are assigned roughly in order of birth.
 */
export function runFor(by: SeededRandom, year: number, taken: Set<string>): string {
  const known: readonly (readonly [number, number])[] = [
    [1930, 3_000_000],
    [1950, 5_600_000],
    [1970, 10_600_000],
    [1990, 17_500_000],
    [2010, 23_300_000],
    [2030, 30_500_000],
  ]
  const after = Math.max(
    1,
    known.findIndex(([at]) => at > year),
  )
  const [fromYear, from] = known[after - 1] ?? [1930, 3_000_000]
  const [toYear, to] = known[after] ?? [2030, 30_500_000]
  const middle = from + ((year - fromYear) / (toYear - fromYear)) * (to - from)
  for (;;) {
    const body = String(Math.max(1_000_000, Math.round(middle + by.whole(-150_000, 150_000))))
    const run = `${body}${checkDigit(body)}`
    if (!taken.has(run)) {
      taken.add(run)
      return run
    }
  }
}

/** Returns the number printed on an identity card, in the form that the registry stores. */
export function cardNumber(by: SeededRandom): string {
  let card = ''
  for (let i = 0; i < 5; i++) card += `${by.pick([...'ABCDEFGHJKLMNPRSTUVWXYZ'])}${by.whole(0, 9)}`
  return card
}
