import { measuredExams } from '../size.ts'
import { type Clinic, dayMs, none } from './clinic-of-size.ts'
import { createSeededRandom } from './seeded-random.ts'
import { actions } from './spellings.ts'

/** Returns a function that makes the line of a notification by its number, from 0. */
export function noticeLines({ size, moment, now, patientAt, turns }: Clinic): (unit: number) => string {
  const chances = createSeededRandom(size.seed, 4)
  const turnOf = turns(size.notifications, measuredExams)
  return (unit) => {
    const chance = chances.at(unit)
    const turn = turnOf(unit)
    const person = turn < 0 ? patientAt(chance.share()) : 1 + (turn % size.measured)
    const created = now - Math.floor(((size.notifications - unit) / size.notifications) * 700 * dayMs)
    const unread = turn < 0 ? chance.share() < 0.2 : Math.floor(turn / size.measured) >= 5
    return [
      person,
      'exams_procedures',
      'Tienes un nuevo resultado disponible',
      person,
      unread ? none : moment(created + 7_200_000),
      moment(created),
    ].join('\t')
  }
}

/** Returns a function that makes the line of an audit event by its number, from 0. */
export function auditLines({ size, moment, now, patientAt }: Clinic): (unit: number) => string {
  const chances = createSeededRandom(size.seed, 5)
  const fours = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'))
  return (unit) => {
    const chance = chances.at(unit)
    const four = () => fours[chance.below(65_536)]
    const at = moment(now - Math.floor(((size.auditEvents - unit) / size.auditEvents) * 1095 * dayMs))
    const patient = patientAt(chance.share())
    const byStaff = chance.share() < 0.06
    const who = byStaff
      ? `${size.patients + 1 + chance.below(size.staff)}\tADMIN_ROLE\tusers.list`
      : `${patient}\tSTANDART_ROLE\t${chance.likely(actions)}`
    const outcome = chance.share() < 0.002 ? 'refused' : 'done'
    const address = chance.below(0x1_0000_0000)
    const ip = `10.${address & 255}.${(address >>> 8) & 255}.${(address >>> 16) & 255}`
    const [one, two] = [four(), four()]
    return `${unit + 1}\t${at}\t${who}\t${patient}\t${none}\t${outcome}\t${ip}\t${one}${two}-${four()}-4${one?.slice(1)}-a${two?.slice(1)}-${four()}${four()}${one}`
  }
}
