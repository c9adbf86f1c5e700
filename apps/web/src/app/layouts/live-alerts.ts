import { AlertStrip } from '../../features/alerts/alert-strip.tsx'
import { withQueryCache } from '../query-cache.tsx'

export const LiveAlerts = withQueryCache(AlertStrip)
