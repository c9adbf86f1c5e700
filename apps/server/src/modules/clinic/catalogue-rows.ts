/** The parts of a clinic package as rows of the catalogue tables. Consultations, exams and procedures share one space of codes. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import type { CatalogueRows } from './clinic.sql.ts'
import { renderPreparation } from './package/render-markdown.ts'

function serviceRows({ specialties, examSpecialties, procedureCategories }: ClinicPackage) {
  return [
    ...specialties.map(({ code, name, reserved_group, adult, paediatric }) => ({
      code,
      wire_code: String(code),
      kind: 'consultation',
      name,
      reserved_group,
      adult,
      paediatric,
    })),
    ...examSpecialties.map(({ service_code, code, name, types }) => ({
      code: service_code,
      wire_code: code,
      kind: 'exam',
      name,
      reserved_group: null,
      adult: types.includes('adulto'),
      paediatric: types.includes('pediatrica'),
    })),
    ...procedureCategories.map(({ service_code, code, name, able_for_adults, able_for_children }) => ({
      code: service_code,
      wire_code: code,
      kind: 'procedure',
      name,
      reserved_group: null,
      adult: able_for_adults,
      paediatric: able_for_children,
    })),
  ]
}

export function catalogueRows(clinic: ClinicPackage): readonly CatalogueRows[] {
  return [...siteTables(clinic), ...listTables(clinic), ...examTables(clinic), ...procedureTables(clinic)]
}

function siteTables(clinic: ClinicPackage): CatalogueRows[] {
  return [
    {
      table: 'offices',
      key: 'id',
      rows: clinic.sites.map(({ id, code, name, address, phone, directions }) => ({
        id,
        office_id: code,
        name,
        address,
        phone,
        entry: directions,
      })),
    },
    {
      table: 'specialties',
      key: 'code',
      rows: clinic.specialties.map((row) => ({
        code: row.code,
        name: row.name,
        visit_minutes: row.visit_minutes,
        adult: row.adult,
        paediatric: row.paediatric,
        age_min: row.age_min,
        age_max: row.age_max,
        telemedicine: row.telemedicine,
        reserved_group: row.reserved_group,
      })),
    },
    { table: 'services', key: 'code', rows: serviceRows(clinic) },
  ]
}

function listTables(clinic: ClinicPackage): CatalogueRows[] {
  return [
    {
      table: 'forecasts',
      key: 'id',
      rows: clinic.insurers.map(({ id, name, offered, kind, minsal_eis_code }, index) => ({
        id,
        nombre: name,
        status: offered ? 1 : 0,
        kind,
        minsal_eis_code,
        position: index + 1,
      })),
    },
    { table: 'document_kinds', key: 'id', rows: clinic.documentTypes },
    {
      table: 'intervention_types',
      key: 'id',
      rows: clinic.quoteTypes.map(({ name, ...row }) => ({ ...row, nombre: name })),
    },
    {
      table: 'contact_reasons',
      key: 'id',
      rows: clinic.contact.reasons.map(({ id, name }) => ({ id, name })),
    },
    {
      table: 'display_durations',
      key: 'id',
      rows: clinic.displayDurations.map(({ applies_to: _, ...row }) => row),
    },
  ]
}

function siteNumbers({ sites }: ClinicPackage): (codes: readonly string[]) => number[] {
  const ids = new Map(sites.map(({ code, id }) => [code, id]))
  return (codes) => codes.flatMap((code) => ids.get(code) ?? [])
}

function examTables(clinic: ClinicPackage): CatalogueRows[] {
  const findNumbers = siteNumbers(clinic)
  return [
    {
      table: 'indications',
      key: 'key',
      content: 'preparations',
      rows: clinic.preparations.map((row) => ({
        key: row.key,
        title: row.title,
        html: renderPreparation(row),
        fasting_hours: row.fasting_hours ?? null,
      })),
    },
    {
      table: 'questionnaires',
      key: 'key',
      content: 'questionnaires',
      rows: clinic.questionnaires.map((row, position) => ({ ...row, position })),
    },
    {
      table: 'exam_specialties',
      key: 'code',
      content: 'exams',
      rows: clinic.examSpecialties.map(({ sites, ...row }, position) => ({
        ...row,
        office_ids: findNumbers(sites),
        position,
      })),
    },
    {
      table: 'bookable_exams',
      key: 'id',
      content: 'exams',
      rows: clinic.exams.map(({ sites, preparation, codigo_fonasa: _, ...row }) => ({
        ...row,
        encuesta_para_agendar: row.questionnaire === null ? 'NO' : 'SI',
        office_ids: findNumbers(sites),
        indications_key: preparation,
      })),
    },
  ]
}

function procedureTables(clinic: ClinicPackage): CatalogueRows[] {
  const findNumbers = siteNumbers(clinic)
  return [
    {
      table: 'procedure_categories',
      key: 'code',
      content: 'procedures',
      rows: clinic.procedureCategories.map(({ sites, ...row }, position) => ({
        ...row,
        office_ids: findNumbers(sites),
        position,
      })),
    },
    {
      table: 'procedures',
      key: 'code',
      content: 'procedures',
      rows: clinic.procedures.map(({ sites, preparation, codigo_fonasa: _, ...row }, position) => ({
        ...row,
        office_ids: findNumbers(sites),
        indications_key: preparation,
        position,
      })),
    },
  ]
}
