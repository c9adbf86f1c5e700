/** The parts of a clinic package as rows of the catalogue tables. Consultations, exams and procedures share one space of codes. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { renderPreparation } from '../../src/modules/clinic/package/render-markdown.service.ts'

type Service = {
  readonly code: number
  readonly wire_code: string
  readonly kind: 'consultation' | 'exam' | 'procedure'
  readonly name: string
  readonly reserved_group: string | null
  readonly adult: boolean
  readonly paediatric: boolean
}

function serviceRows({
  specialties,
  examSpecialties,
  procedureCategories,
}: ClinicPackage): readonly Service[] {
  return [
    ...specialties.map(({ code, name, reserved_group, adult, paediatric }) => ({
      code,
      wire_code: String(code),
      kind: 'consultation' as const,
      name,
      reserved_group,
      adult,
      paediatric,
    })),
    ...examSpecialties.map(({ service_code, code, name, types }) => ({
      code: service_code,
      wire_code: code,
      kind: 'exam' as const,
      name,
      reserved_group: null,
      adult: types.includes('adulto'),
      paediatric: types.includes('pediatrica'),
    })),
    ...procedureCategories.map(({ service_code, code, name, able_for_adults, able_for_children }) => ({
      code: service_code,
      wire_code: code,
      kind: 'procedure' as const,
      name,
      reserved_group: null,
      adult: able_for_adults,
      paediatric: able_for_children,
    })),
  ]
}

/** Returns the rows of each table that belongs to the clinic, by the name of the table. */
export function clinicRows(clinic: ClinicPackage) {
  const siteIds = new Map(clinic.sites.map(({ code, id }) => [code, id]))
  const officeIds = (codes: readonly string[]) => codes.flatMap((code) => siteIds.get(code) ?? [])
  const positioned = <Row extends object>(row: Row, position: number) => ({ ...row, position })
  return {
    offices: clinic.sites.map(({ code, directions, ...row }) => ({
      ...row,
      office_id: code,
      entry: directions,
    })),
    specialties: clinic.specialties,
    services: serviceRows(clinic),
    indications: clinic.preparations.map((row) => ({
      key: row.key,
      title: row.title,
      html: renderPreparation(row),
      fasting_hours: row.fasting_hours ?? null,
    })),
    examSpecialties: clinic.examSpecialties
      .map(({ sites, ...row }) => ({ ...row, office_ids: officeIds(sites) }))
      .map(positioned),
    exams: clinic.exams.map(({ sites, preparation, ...row }) => ({
      ...row,
      encuesta_para_agendar: row.questionnaire === null ? 'NO' : 'SI',
      office_ids: officeIds(sites),
      indications_key: preparation,
    })),
    questionnaires: clinic.questionnaires.map(positioned),
    procedureCategories: clinic.procedureCategories
      .map(({ sites, ...row }) => ({ ...row, office_ids: officeIds(sites) }))
      .map(positioned),
    procedures: clinic.procedures
      .map(({ sites, preparation, ...row }) => ({
        ...row,
        office_ids: officeIds(sites),
        indications_key: preparation,
      }))
      .map(positioned),
    forecasts: clinic.insurers.map(({ name, offered, ...row }, index) => ({
      ...row,
      nombre: name,
      status: offered ? 1 : 0,
      position: index + 1,
    })),
    documentKinds: clinic.documentTypes,
    interventionTypes: clinic.quoteTypes.map(({ name, ...row }) => ({ ...row, nombre: name })),
    contactReasons: clinic.contact.reasons,
    displayDurations: clinic.displayDurations,
  }
}
