-- Requests of customers who are blocked or have closed their accounts: nobody could close them, and they counted against their network.
update call_back_request r set state = 'withdrawn', closed_at = now(), network = null
where r.state = 'open' and exists (select from customer_log l where l.customer_id = r.customer_id and not l.may_write);
