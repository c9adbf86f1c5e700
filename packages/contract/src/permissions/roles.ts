export const roles = ['STANDART_ROLE', 'ADMIN_ROLE', 'SUPER_ADMIN_ROLE'] as const // sic: wire spelling
export type Role = (typeof roles)[number]
export type StaffRole = Exclude<Role, 'STANDART_ROLE'>
