import { measuredExams } from '../size.ts'
import { type Clinic, dayMs, none } from './clinic-of-size.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { images, type Panel, panels } from './spellings.ts'

type Exam = {
  readonly chance: SeededRandom
  readonly patient: number
  readonly taken: number
  /** The panel of the exam; null for an image. */
  readonly panel: Panel | null
}

/** Returns functions that make the lines of an exam and of its results by the number of the exam, from 0. */
export function examLines({ size, moment, now, professionals, patientAt, turns }: Clinic) {
  const chances = createSeededRandom(size.seed, 3)
  const turnOf = turns(size.exams, measuredExams)
  const from = now - 1825 * dayMs
  function examOf(unit: number): Exam {
    const chance = chances.at(unit)
    const turn = turnOf(unit)
    const taken = from + Math.floor((unit / size.exams) * 1824 * dayMs)
    const patient = turn < 0 ? patientAt(chance.share()) : 1 + (turn % size.measured)
    const isImage = turn < 0 ? chance.share() < 0.2 : Math.floor(turn / size.measured) % 4 === 3
    return { chance, patient, taken, panel: isImage ? null : chance.likely(panels) }
  }
  const exam = (unit: number): string => {
    const { chance, patient, taken, panel } = examOf(unit)
    const reported = moment(taken + 3_600_000)
    return [
      unit + 1,
      `A-${1_000_000 + unit}`,
      patient,
      panel === null ? 'imaging' : 'laboratory',
      panel?.code ?? none,
      panel?.name ?? chance.likely(images),
      professionals[chance.below(professionals.length)]?.name,
      'Ambulatorio',
      moment(taken),
      reported,
      reported,
    ].join('\t')
  }
  const results = (unit: number): string => {
    const { chance, patient, taken, panel } = examOf(unit)
    if (panel === null) return ''
    const at = moment(taken)
    return panel.analytes
      .map(({ code, name, unit: measure, decimals, low, high }, position) => {
        const value = Math.max(0, low + (high - low) * (chance.share() * 1.6 - 0.3)).toFixed(decimals)
        return `${unit + 1}\t${position + 1}\t${patient}\t${at}\t${code}\t${name}\t${value}\t${measure}\t${decimals}\t${low}\t${high}`
      })
      .join('\n')
  }
  return { exam, results }
}
