import { measuredVisits, pastShare, planCalendar, slotsPerDay } from '../size.ts'
import { type Clinic, dayMs, none } from './clinic-of-size.ts'
import { createSeededRandom } from './seeded-random.ts'

const slotMs = 1_800_000
const modalities = ['presencial', 'telemedicina'] as const
/** The start of a working day in UTC. */
const opensAt = 11 * 3_600_000

/**
 * Returns a function that makes the line of an appointment by its number, from 0. Every half hour each
 * professional has one, all with different patients.
 */
export function appointmentLines(clinic: Clinic): (unit: number) => string {
  const { size, catalogues, moment, now, professionals, patientOf, turns } = clinic
  const chances = createSeededRandom(size.seed, 2)
  const { from, slots } = planCalendar(size)
  const past = Math.floor((slots * pastShare) / slotsPerDay) * slotsPerDay * size.professionals
  const pastTurn = turns(past, measuredVisits)
  const aheadTurn = turns(size.appointments - past, measuredVisits)
  const startOf = (slot: number) => {
    const day = Math.floor(slot / slotsPerDay)
    return from + (Math.floor(day / 5) * 7 + (day % 5)) * dayMs + opensAt + (slot % slotsPerDay) * slotMs
  }
  return (unit) => {
    const chance = chances.at(unit)
    const index = unit % size.professionals
    const professional = professionals[index]
    if (!professional) throw new Error(`no professional ${index}`)
    const starts = startOf(Math.floor(unit / size.professionals))
    const turn = unit < past ? pastTurn(unit) : aheadTurn(unit - past)
    const patient =
      turn < 0 ? patientOf(index, size.professionals, chance.share()) : 1 + (turn % size.measured)
    const [cancelled, byVideo, reserved] = [0.08, 0.1, 0.02].map((part) => turn < 0 && chance.share() < part)
    const created = Math.min(starts, now - dayMs) - 3_600_000 - chance.below(30 * dayMs)
    const office = catalogues.offices[index % catalogues.offices.length]
    // Appointments older than a year count as imported from an archive. Those of measured patients count as
    // unscheduled, so that they may overlap with booked ones.
    const scheduled = turn < 0 && starts > size.today - 365 * dayMs
    return [
      unit + 1,
      patient,
      index + 1,
      professional.rut,
      professional.name,
      professional.code,
      professional.specialty,
      'Consulta',
      office?.id,
      office?.name,
      `Torre ${index % 2 === 0 ? 'A' : 'B'}, piso ${1 + (index % 7)}, box ${1 + (index % 20)}`,
      modalities[Number(byVideo)],
      moment(starts),
      moment(starts + slotMs),
      reserved ? 'SALUD_MENTAL' : none,
      cancelled ? 'cancelled' : 'booked',
      cancelled ? moment(created + slotMs) : none,
      patient,
      moment(created),
      scheduled ? 't' : 'f',
    ].join('\t')
  }
}
