export const roles = ['STANDART_ROLE', 'ADMIN_ROLE', 'SUPER_ADMIN_ROLE'] as const // sic: wire spelling
export type Role = (typeof roles)[number]

export function isStaff({ rol }: { readonly rol: Role }): boolean {
  return rol !== 'STANDART_ROLE'
}

export type StaffRole = Exclude<Role, 'STANDART_ROLE'>
