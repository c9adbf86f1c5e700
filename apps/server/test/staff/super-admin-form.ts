import { password } from '../security/passwords.ts'

/** What the form of a super administrator sends. */
export const superAdminForm = {
  document_type_id: 1 as const,
  document_number: '11.111.111-1',
  first_name: 'Rodrigo',
  last_name: 'Sáez',
  second_name: '',
  email: 'rodrigo@ejemplo.cl',
  password,
}
