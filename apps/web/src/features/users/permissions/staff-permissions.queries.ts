import {
  type StaffPermissionsEdit,
  staffPermissionEndpoints,
} from '@mi-portal/contract/permissions/staff-permissions'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useReloadConfirmations } from '../../confirmations/confirmations.queries.ts'

export function staffPermissionsQuery(id: number) {
  return queryOptions({
    queryKey: ['users', 'permissions', id],
    // The form must start with the server's present data.
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => call(staffPermissionEndpoints.one, { params: { id } }, { signal }),
  })
}

/** Saves the permissions of a member of staff. The account's other data are loaded again, because their version changed. */
export function useEditStaffPermissions(id: number) {
  const client = useQueryClient()
  const reloadConfirmations = useReloadConfirmations()
  return useMutation({
    mutationFn: (body: StaffPermissionsEdit) => call(staffPermissionEndpoints.edit, { params: { id }, body }),
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: ['users'] }), reloadConfirmations()])
    },
  })
}
