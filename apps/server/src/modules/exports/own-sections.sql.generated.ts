/** The types of the statements in own-sections.sql.ts, which `npm run sql` generates. */
export type OwnSectionsSql = {
  account: { row: { cells: string[] }; given: { person_id: number } }
  consent_origins: { row: { cells: string[] }; given: { person_id: number } }
  family: { row: { cells: string[] }; given: { person_id: number } }
  certificates: { row: { cells: string[] }; given: { person_id: number } }
  notices: { row: { cells: string[] }; given: { person_id: number } }
  mails: { row: { cells: string[] }; given: { person_id: number } }
  channels: { row: { cells: string[] }; given: { person_id: number } }
  devices: { row: { cells: string[] }; given: { person_id: number } }
  private_items: { row: { cells: string[] }; given: { person_id: number } }
  text_phone: { row: { cells: string[] }; given: { person_id: number } }
  texts: { row: { cells: string[] }; given: { person_id: number } }
  sessions: { row: { cells: string[] }; given: { person_id: number } }
}
