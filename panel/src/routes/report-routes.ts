import { createRoute, redirect } from '@tanstack/react-router'
import { readReportSearch } from '../features/reports/report-search.ts'
import { organization } from './organization-route.ts'
import { pageComponent } from './page-component.ts'

const reports = createRoute({
  getParentRoute: () => organization,
  path: '/reports',
  component: pageComponent(() => import('../features/reports/reports-frame.tsx'), 'ReportsFrame'),
})
const reportsIndex = createRoute({
  getParentRoute: () => reports,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/o/$organizationId/reports/$report',
      params: { ...params, report: 'live' },
      replace: true,
    })
  },
})
const report = createRoute({
  getParentRoute: () => reports,
  path: '/$report',
  validateSearch: readReportSearch,
  component: pageComponent(() => import('../features/reports/report-page.tsx'), 'ReportPage'),
})

export const reportRoutes = reports.addChildren([reportsIndex, report])
