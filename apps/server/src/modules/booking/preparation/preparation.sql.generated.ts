/** The types of the statements in preparation.sql.ts, which `npm run sql` generates. */
export type PreparationSql = {
  circumstances: { row: { office_id: string; id: number; phone: string; name: string; address: string; entry: string; specialty: string; service_item: string | null; unnamed_laboratory: boolean; indications_key: string | null; title: string | null; html: string | null; fasting_hours: number | null; patient_full_name: string; date_birth: string }; given: { id: number } }
}
