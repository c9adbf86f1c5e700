import { type OpeningReason, staffReadEndpoints } from '@mi-portal/contract/staff-reads'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

export function useGiveOpeningReason() {
  return useMutation({
    mutationFn: (reason: OpeningReason) => call(staffReadEndpoints.giveReason, { body: { reason } }),
  })
}
