export { auditActionOf } from '@workbook-data-service/contract/messages/recorded';
