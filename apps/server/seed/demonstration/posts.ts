/** The specialties of each professional of the demonstration, and the titles of professionals. */
import { foldText } from '@mi-portal/contract/fields/accents'
import type { ClinicLookup, Specialty } from './clinic-lookup.ts'

/** A professional's specialties, of which the first is attended most; `site` is the only site, where it is chosen beforehand. */
export type Post = { readonly codes: readonly number[]; readonly site?: string }

// The posts of a large clinic. A clinic without the first specialty of a post does not have the post.
const usualPosts: readonly (readonly string[])[] = [
  ['Medicina General'],
  ['Medicina General'],
  ['Medicina General', 'Medicina Familiar'],
  ['Medicina Interna'],
  ['Medicina Interna', 'Geriatría'],
  ['Pediatría'],
  ['Pediatría'],
  ['Pediatría', 'Neonatología'],
  ['Medicina del Adolescente'],
  ['Cardiología Adulto'],
  ['Cardiología Adulto'],
  ['Cardiología Pediátrica'],
  ['Broncopulmonar Adulto'],
  ['Broncopulmonar Infantil'],
  ['Cirugía General'],
  ['Cirugía General', 'Cirugía Digestiva'],
  ['Cirugía Plástica y Reparadora'],
  ['Cirugía Pediátrica'],
  ['Coloproctología'],
  ['Mastología', 'Cirugía General'],
  ['Dermatología'],
  ['Dermatología'],
  ['Diabetología', 'Endocrinología Adulto'],
  ['Endocrinología Adulto'],
  ['Endocrinología Pediátrica'],
  ['Gastroenterología Adulto'],
  ['Gastroenterología Adulto'],
  ['Gastroenterología Pediátrica'],
  ['Ginecología'],
  ['Ginecología'],
  ['Obstetricia', 'Ginecología'],
  ['Ginecología Pediátrica y de la Adolescencia', 'Ginecología'],
  ['Medicina Materno Fetal', 'Obstetricia'],
  ['Hematología'],
  ['Infectología'],
  ['Inmunología y Alergias'],
  ['Medicina Física y Rehabilitación'],
  ['Medicina del Deporte', 'Traumatología y Ortopedia'],
  ['Nefrología Adulto'],
  ['Neurocirugía'],
  ['Neurología Adulto'],
  ['Neurología Adulto'],
  ['Neurología Pediátrica'],
  ['Nutriología Clínica'],
  ['Oftalmología'],
  ['Oftalmología'],
  ['Oncología Médica'],
  ['Otorrinolaringología'],
  ['Otorrinolaringología'],
  ['Psiquiatría Adulto'],
  ['Psiquiatría Adulto'],
  ['Psiquiatría Pediátrica y de la Adolescencia'],
  ['Reumatología'],
  ['Traumatología y Ortopedia'],
  ['Traumatología y Ortopedia'],
  ['Traumatología y Ortopedia'],
  ['Traumatología y Ortopedia Infantil'],
  ['Urología Adulto'],
  ['Urología Adulto'],
  ['Kinesiología'],
  ['Kinesiología'],
  ['Nutricionista'],
  ['Nutricionista'],
  ['Psicología'],
  ['Psicología'],
  ['Fonoaudiología'],
  ['Matrona'],
  ['Enfermería'],
]

// Specialties without a professional at present: patients put themselves on the waiting list.
const unattended = new Set([
  'Cirugía Bariátrica',
  'Cirugía de Cabeza, Cuello y Maxilofacial',
  'Cirugía Cardiovascular',
  'Cirugía de Tórax',
  'Cirugía Vascular Periférica',
  'Genética Clínica',
  'Medicina Reproductiva e Infertilidad',
  'Hemato-Oncología Pediátrica',
  'Infectología Pediátrica',
  'Medicina Paliativa y del Dolor',
  'Nefrología Pediátrica',
  'Nutriología Pediátrica',
  'Urología Infantil',
  'Terapia Ocupacional',
])

/** Returns whether any professional attends this specialty. */
export function isAttended({ name }: Pick<Specialty, 'name'>): boolean {
  return !unattended.has(name)
}

/** Returns the posts of a clinic: the usual ones, and one at each site for every other specialty that is attended. */
export function listPosts({ clinic }: ClinicLookup): readonly Post[] {
  const codes = new Map(clinic.specialties.map(({ name, code }) => [name, code]))
  const usual = usualPosts
    .filter(([main = '']) => codes.has(main))
    .map((names): Post => ({ codes: names.flatMap((name) => codes.get(name) ?? []) }))
  const covered = new Set(usual.flatMap((post) => post.codes))
  const others = clinic.specialties
    .filter((specialty) => !covered.has(specialty.code) && isAttended(specialty))
    .flatMap(({ code, sites }) => sites.map((site): Post => ({ codes: [code], site })))
  return [...usual, ...others]
}

const doctor = ['Dra.', 'Dr.'] as const

// The titles of other professions, by the beginning of the specialty's name.
const titles: readonly (readonly [start: string, woman: string, man: string])[] = [
  ['kinesio', 'Klga.', 'Klgo.'],
  ['nutri', 'Nutr.', 'Nutr.'],
  ['psico', 'Ps.', 'Ps.'],
  ['fono', 'Flga.', 'Flgo.'],
  ['matron', 'Mat.', 'Mat.'],
  ['enferm', 'Enf.', 'Enf.'],
  ['odonto', ...doctor],
  ['ortodon', ...doctor],
]

/** Returns the title of a professional of this specialty. `gender` is 1 for a woman. */
export function getTitle({ name, profession }: Specialty, gender: number): string {
  const index = gender === 1 ? 0 : 1
  if (profession === 'medico') return doctor[index]
  const found = titles.find(([start]) => foldText(name).startsWith(start))
  return found?.[index + 1] ?? 'Prof.'
}
