import type { Person } from '../../people/read-people.ts'

export type Holder = Pick<Person, 'id' | 'greeting_name' | 'email'>

/** Returns whether an account belongs to a member of staff. */
export const isStaff = ({ rol }: Pick<Person, 'rol'>) => rol !== 'STANDART_ROLE'
