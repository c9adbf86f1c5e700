/**
 * The holidays of all Chile, computed for any year from 2022 on: fixed days, moved days, Easter and the winter
 * solstice. Staff add elections and other days that a single law creates.
 */
import { addDays, type Day, toDay, weekday } from './dates.ts'

export type Holiday = { readonly day: Day; readonly name: string }

/** Easter Sunday of the Gregorian calendar (algorithm of Meeus, Jones and Butcher). */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const date = (h + l - 7 * m + 33 * month + 19) % 32
  return dayIn(year, month, date)
}

function dayIn(year: number, month: number, date: number): Day {
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

// Amplitude, phase and speed of the periodic terms, in degrees: Meeus, Astronomical Algorithms, table 27.C.
const terms: readonly (readonly [number, number, number])[] = [
  [485, 324.96, 1934.136],
  [203, 337.23, 32964.467],
  [199, 342.08, 20.186],
  [182, 27.85, 445267.112],
  [156, 73.14, 45036.886],
  [136, 171.52, 22518.443],
  [77, 222.54, 65928.934],
  [74, 296.72, 3034.906],
  [70, 243.58, 9037.513],
  [58, 119.81, 33718.147],
  [52, 297.17, 150.678],
  [50, 21.02, 2281.226],
  [45, 247.54, 29929.562],
  [44, 325.15, 31555.956],
  [29, 60.93, 4443.417],
  [18, 155.12, 67555.328],
  [17, 288.79, 4562.452],
  [16, 198.04, 62894.029],
  [14, 199.76, 31436.921],
  [12, 95.39, 14577.848],
  [12, 287.11, 31931.756],
  [12, 320.81, 34777.259],
  [9, 227.73, 1222.114],
  [8, 15.45, 16859.074],
]

const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180)

/** Returns the day in Santiago of the June solstice (Meeus, chapter 27; accurate to a minute). */
function winterSolstice(year: number): Day {
  const y = (year - 2000) / 1000
  const mean = 2451716.56767 + 365241.62603 * y + 0.00325 * y ** 2 + 0.00888 * y ** 3 - 0.0003 * y ** 4
  const t = (mean - 2451545) / 36525
  const w = 35999.373 * t - 2.47
  const stretch = 1 + 0.0334 * cosine(w) + 0.0007 * cosine(2 * w)
  const sum = terms.reduce((all, [amplitude, phase, speed]) => all + amplitude * cosine(phase + speed * t), 0)
  const julian = mean + (0.00001 * sum) / stretch
  // Converts dynamical time to clock time (about 70 s in this century), and Julian days to milliseconds.
  return toDay(new Date((julian - 2440587.5) * 86_400_000 - 70_000))
}

/**
 * Moves a holiday by Ley 19.668: from Tuesday to Thursday back to that week's Monday, from Friday to the next
 * Monday.
 */
function toMonday(day: Day): Day {
  const at = weekday(day)
  if (at >= 2 && at <= 4) return addDays(day, 1 - at)
  return at === 5 ? addDays(day, 3) : day
}

/** Moves 31 October by Ley 20.299: a Tuesday back to the previous Friday, a Wednesday on to that week's Friday. */
function evangelicalDay(year: number): Day {
  const day = dayIn(year, 10, 31)
  if (weekday(day) === 2) return addDays(day, -4)
  return weekday(day) === 3 ? addDays(day, 2) : day
}

/** Returns the days between a holiday and a weekend that Ley 20.215 and Ley 20.983 make holidays. */
function bridges(year: number): Holiday[] {
  const found: Holiday[] = []
  if (weekday(dayIn(year, 1, 2)) === 1)
    found.push({ day: dayIn(year, 1, 2), name: 'Feriado adicional de Año Nuevo' })
  const name = 'Feriado adicional de Fiestas Patrias'
  const seventeenth = dayIn(year, 9, 17)
  if ([1, 5].includes(weekday(seventeenth))) found.push({ day: seventeenth, name })
  if (weekday(dayIn(year, 9, 20)) === 5) found.push({ day: dayIn(year, 9, 20), name })
  return found
}

export function listLegalHolidays(year: number): Holiday[] {
  const sunday = easter(year)
  return [
    { day: dayIn(year, 1, 1), name: 'Año Nuevo' },
    { day: addDays(sunday, -2), name: 'Viernes Santo' },
    { day: addDays(sunday, -1), name: 'Sábado Santo' },
    { day: dayIn(year, 5, 1), name: 'Día del Trabajo' },
    { day: dayIn(year, 5, 21), name: 'Día de las Glorias Navales' },
    { day: winterSolstice(year), name: 'Día Nacional de los Pueblos Indígenas' },
    { day: toMonday(dayIn(year, 6, 29)), name: 'San Pedro y San Pablo' },
    { day: dayIn(year, 7, 16), name: 'Virgen del Carmen' },
    { day: dayIn(year, 8, 15), name: 'Asunción de la Virgen' },
    { day: dayIn(year, 9, 18), name: 'Independencia Nacional' },
    { day: dayIn(year, 9, 19), name: 'Glorias del Ejército' },
    { day: toMonday(dayIn(year, 10, 12)), name: 'Encuentro de Dos Mundos' },
    { day: evangelicalDay(year), name: 'Día de las Iglesias Evangélicas y Protestantes' },
    { day: dayIn(year, 11, 1), name: 'Todos los Santos' },
    { day: dayIn(year, 12, 8), name: 'Inmaculada Concepción' },
    { day: dayIn(year, 12, 25), name: 'Navidad' },
    ...bridges(year),
  ].sort((a, b) => a.day.localeCompare(b.day))
}
