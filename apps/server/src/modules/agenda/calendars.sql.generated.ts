/** The types of the statements in calendars.sql.ts, which `npm run sql` generates. */
export type CalendarsSql = {
  offices: { row: { id: number; office_id: string; name: string }; given: Record<never, never> }
  services: { row: { code: string; name: string; kind: string }; given: Record<never, never> }
  sitesOf: { row: { office_id: number | null }; given: { id: number; now: Date } }
  listed: { row: { id: number }; given: { id: number; sites: readonly number[] | null; now: Date } }
  professionals: { row: { id: number; rut: string; name: string; active: boolean; updated_at: Date; specialties: object }; given: { patterns: readonly string[]; sites: readonly number[] | null; now: Date; order: string | null; limit_rows: number; offset_rows: number } }
  countProfessionals: { row: { count: number }; given: { patterns: readonly string[]; sites: readonly number[] | null; now: Date } }
  professional: { row: { id: number; rut: string; name: string; active: boolean; updated_at: Date; specialties: object }; given: { id: number } }
  imageKey: { row: { image_key: string | null }; given: { id: number } }
  lockImage: { row: { image_file_id: number | null }; given: { id: number } }
  setImage: { row: never; given: { image_file_id: number | null; image_key: string | null; id: number } }
  imageFile: { row: { key: string; media_type: string }; given: { image_key: string } }
  schedulesOf: { row: { id: number; professional_id: number; rut: string; office_id: number; specialty: string; weekday: number; starts: string; ends: string; slot_minutes: number; room: string; modality: string; valid_from: string; valid_to: string | null; on_holidays: boolean }; given: { professional_id: number } }
  schedulesAbout: { row: { id: number; professional_id: number; rut: string; office_id: number; specialty: string; weekday: number; starts: string; ends: string; slot_minutes: number; room: string; modality: string; valid_from: string; valid_to: string | null; on_holidays: boolean }; given: { ruts: readonly string[]; rooms: readonly string[] } }
  free: { row: { id: number; starts_at: Date; ends_at: Date; place: string; modality: string; held: boolean }; given: { now: Date; professional_id: number; from: Date; to: Date; sites: readonly number[] | null } }
  exceptions: { row: { id: number; professional_id: number; kind: string; starts_at: Date; ends_at: Date; reason: string; place: string | null }; given: { professional_id: number; to: Date; from: Date; sites: readonly number[] | null } }
  exception: { row: { id: number; professional_id: number; kind: string; starts_at: Date; ends_at: Date; reason: string; place: string | null }; given: { id: number } }
  lockProfessional: { row: { id: number }; given: { id: number } }
  lockOffices: { row: { id: number }; given: Record<never, never> }
  block: { row: { id: number }; given: { professional_id: number; starts_at: Date; ends_at: Date; reason: string; created_by: number; now: Date } }
  open: { row: { id: number }; given: { professional_id: number; starts_at: Date; ends_at: Date; slot_minutes: number; room: string; modality: string; created_by: number; now: Date; office_id: number; specialty: string } }
  endException: { row: { id: number }; given: { id: number } }
  blocks: { row: { id: number }; given: { professional_id: number; to: Date; from: Date } }
  attends: { row: { id: number }; given: { professional_id: number; to: Date; from: Date } }
  clash: { row: { kind: string }; given: { professional_ids: readonly number[] } }
  insertProfessional: { row: { id: number }; given: { rut: string; name: string; now: Date } }
  updateProfessional: { row: { id: number }; given: { name: string; active: boolean; now: Date; id: number; read_at: Date | null } }
  touchProfessionals: { row: never; given: { now: Date; ids: readonly number[] } }
  deleteSchedules: { row: never; given: { professional_id: number } }
  addSchedules: { row: { id: number }; given: { schedules: string } }
  deletePractices: { row: never; given: { professional_ids: readonly number[] } }
  addPractices: { row: never; given: { professional_ids: readonly number[] } }
  knownProfessionals: { row: { id: number; rut: string; name: string }; given: { ruts: readonly string[] } }
  staffHolidays: { row: { day: string; name: string }; given: { from: string; to: string } }
}
